// Finds the programs that Deskhand starts beside itself (the desktop process, pool threads), both in the sources and built.
import { fileURLToPath } from 'node:url'

/**
 * Gives the path of a sibling program. From sources (tests, development) it is the TypeScript file itself, which Node runs directly; built,
 * it is `out/main/<name>.mjs` beside this code. In a package that path is within app.asar: Electron's Node reads the archive in the main
 * process, in worker threads and in utility processes; no other program can.
 */
export function programPath(name: string, source: string): string {
  return import.meta.url.endsWith('.ts')
    ? fileURLToPath(new URL(`../${source}`, import.meta.url))
    : fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))
}
