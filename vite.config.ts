// One config for every part of the product. Now: the programs that run in Node. The app's windows join as environments.
import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const root = import.meta.dirname
// Native code, and packages that load files of their own by name at run time.
const external = [
  'electron',
  'sharp',
  'x11',
  '@jellybrick/dbus-next',
  'pino',
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
]

export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: true, external },
  build: {
    ssr: true,
    outDir: resolve(root, 'out/main'),
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    rolldownOptions: {
      input: {
        deskhand: resolve(root, 'src-main/terminal/main.ts'),
        desktop: resolve(root, 'src-main/servers/desktop/main.ts'),
        worker: resolve(root, 'src-main/computer/worker.ts'),
      },
      external,
      // Programs and shared code lie side by side: core/entry.ts finds a program beside itself.
      output: { format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: 'shared-[name]-[hash].mjs' },
    },
  },
})
