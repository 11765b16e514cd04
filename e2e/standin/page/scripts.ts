// The sources that a new window runs before each page, made of the files beside this one and of the app's own preload.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import type { PageScripts } from '../wires/worker.ts'

export const PRELOAD_WORLD = 'Electron Isolated Context'
export const BINDING = '__standinOutward'
export const INWARD = '__standinInward'

const source = (name: string): string =>
  stripTypeScriptTypes(readFileSync(new URL(`./${name}.ts`, import.meta.url), 'utf8'))
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/^export /gm, '')

/** Only top frames have a preload, as with `nodeIntegrationInSubFrames` off. */
const inTopFrames = (...code: string[]): string =>
  `(() => { if (globalThis !== globalThis.top) return;\n${code.join('\n')}\n})()`

export function pageScripts(preloadPath: string, versions: Record<string, string>): PageScripts {
  const secret = randomBytes(16).toString('hex')
  const [main, preload] = [`${secret}-main`, `${secret}-preload`]
  const names = { hears: preload, tells: main, binding: BINDING, inward: INWARD }
  const given = [names, versions, process.platform].map((value) => JSON.stringify(value)).join(', ')
  const app = `(require, module, exports, process) => {\n${readFileSync(preloadPath, 'utf8')}\n}`
  return {
    world: PRELOAD_WORLD,
    binding: BINDING,
    main: inTopFrames(source('worlds'), source('main-world'), `runMainWorld('${main}', '${preload}')`),
    preload: inTopFrames(
      source('codec'),
      source('worlds'),
      source('preload-world'),
      `runPreloadWorld(${given}, ${app})`,
    ),
  }
}
