// Checks that only `platform/` and a short list ask which operating system this is, read /proc, or name X11's variables: what
// differs between systems is a row of `core/system.ts`, or an answer of the port.
import { join } from 'node:path'
import ts from 'typescript'
import { root } from './setup.mjs'

const SYSTEM = 'process.platform'
const X11 = /^(WAYLAND_)?DISPLAY$/
/** File, or folder with `/` at its end → what it may use, and why. */
const ALLOWED = {
  'src-main/platform/': 'the drivers',
  'src-main/electron/': 'windows, tray and menu differ by system; Electron is asked there only',
  'src-main/core/system.ts': 'the table of what differs below the drivers',
  'src-main/core/process-identity.ts': 'a row per system; Linux tells by /proc',
  'src-main/config/home.ts': 'where each system keeps data of programs',
  'src-main/config/keyring.ts': 'the key store of each system',
  'src-main/schedules/own-scheduler.ts': 'the scheduler of each system',
  'src-main/web/open-outside.ts': 'the program that opens addresses on each system',
  'src-main/bridge/handlers/app.ts': 'tells the windows',
  'src-main/safety/place-table.ts': 'what lies in /proc is a secret',
}

const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path))
const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root)
const unused = new Set(Object.keys(ALLOWED))
let faults = 0

/** @returns {Generator<[number, string]>} */
function* findings(file, node = file) {
  if (ts.isPropertyAccessExpression(node) && node.getText(file) === SYSTEM)
    yield [node.getStart(file), SYSTEM]
  const isText =
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isRegularExpressionLiteral(node)
  if (isText && /^(\/\^)?\\?\/proc\b/.test(node.text)) yield [node.getStart(file), '/proc']
  if ((ts.isStringLiteralLike(node) || ts.isIdentifier(node)) && isVariable(node))
    yield [node.getStart(file), node.text]
  const children = []
  ts.forEachChild(node, (child) => void children.push(child))
  for (const child of children) yield* findings(file, child)
}

/** `env['DISPLAY']`, `env.DISPLAY`, `{ DISPLAY: … }`, `'DISPLAY'`; a constant may be called so. */
const isVariable = (node) =>
  X11.test(node.text) &&
  (ts.isStringLiteralLike(node) ||
    (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node) ||
    (ts.isPropertyAssignment(node.parent) && node.parent.name === node))

for (const path of fileNames) {
  const name = path.slice(root.length + 1)
  if (!/^src-(main|preload|renderer)\//.test(name) || /\.test\.tsx?$|\/testing\//.test(name)) continue
  const file = ts.createSourceFile(path, ts.sys.readFile(path) ?? '', ts.ScriptTarget.Latest, true)
  const [place] = Object.keys(ALLOWED).filter((one) =>
    one.endsWith('/') ? name.startsWith(one) : name === one,
  )
  for (const [at, what] of findings(file)) {
    if (place !== undefined) {
      unused.delete(place)
      break
    }
    faults++
    process.stderr.write(
      `${name}:${file.getLineAndCharacterOfPosition(at).line + 1} names ${what}: ask core/system.ts, or the port of platform/.\n`,
    )
  }
}
for (const place of unused) {
  faults++
  process.stderr.write(`${place} may name an operating system, and does not: take it off the list.\n`)
}
process.exit(faults === 0 ? 0 : 1)
