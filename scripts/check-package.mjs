// Looks at what electron-builder has packed: every native in it is of this system and processor.
//   node scripts/check-package.mjs out/dist
import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** A library of macOS for several processors: how it begins, the bytes of an entry, the most entries that are looked at. */
const UNIVERSAL = { mark: 0xcafebabe, entry: 20, most: 16 }

/** The first bytes of a library say what it is for. */
export function kindOf(bytes) {
  if (bytes.subarray(0, 4).toString('latin1') === '\x7fELF') {
    const machine = bytes.readUInt16LE(18)
    return `linux ${{ 62: 'x64', 183: 'arm64' }[machine] ?? machine}`
  }
  if (bytes.subarray(0, 2).toString('latin1') === 'MZ') {
    const header = bytes.readUInt32LE(60)
    const machine = header + 6 <= bytes.length ? bytes.readUInt16LE(header + 4) : 0
    return `win32 ${{ 0x8664: 'x64', 0xaa64: 'arm64' }[machine] ?? machine}`
  }
  const ofApple = (processor) => ({ 0x01000007: 'x64', 0x0100000c: 'arm64' })[processor] ?? '?'
  if (bytes.readUInt32LE(0) === 0xfeedfacf) return `darwin ${ofApple(bytes.readUInt32LE(4))}`
  if (bytes.readUInt32BE(0) === UNIVERSAL.mark) {
    const count = Math.min(bytes.readUInt32BE(4), UNIVERSAL.most)
    const processors = Array.from({ length: count }, (_, at) =>
      ofApple(bytes.readUInt32BE(8 + at * UNIVERSAL.entry)),
    )
    return `darwin ${processors.join('+')}`
  }
  return 'unknown'
}

/** Whether a library of this kind can be loaded there: one of macOS may be for several processors. */
export function isFor(kind, wanted) {
  const [[system, processors], [on, processor]] = [kind, wanted].map((words) => words.split(' '))
  return system === on && processors?.split('+').includes(processor) === true
}

const NATIVE = /\.(?:node|dylib|dll|so(?:\.[\d.]+)?)$/

/** The natives beside the archives of a folder, each with its kind. */
export function nativesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (file) => file.isFile() && NATIVE.test(file.name) && file.parentPath.includes('app.asar.unpacked'),
    )
    .map((file) => {
      const path = join(file.parentPath, file.name)
      const bytes = Buffer.alloc(4096)
      const opened = openSync(path, 'r')
      readSync(opened, bytes)
      closeSync(opened)
      return { path, kind: kindOf(bytes) }
    })
}

if (process.argv[1] === import.meta.filename) {
  const [folder = 'out/dist', wanted = `${process.platform} ${process.arch}`] = process.argv.slice(2)
  const natives = nativesIn(folder)
  const others = natives.filter(({ kind }) => !isFor(kind, wanted))
  for (const { path, kind } of others) process.stderr.write(`${path} is for ${kind}, not for ${wanted}.\n`)
  if (natives.length === 0) process.stderr.write(`There are no natives in ${folder}.\n`)
  process.exit(natives.length === 0 || others.length > 0 ? 1 : 0)
}
