// Reads what a shortcut file starts (MS-SHLLINK): its target on this machine, and the words for it.

const HEADER = 0x4c
const HAS = { idList: 1, linkInfo: 2, name: 4, relativePath: 8, workingDir: 0x10, args: 0x20 } as const
const IS_UNICODE = 0x80
const HAS_LOCAL_PATH = 1

export interface Shortcut {
  target: string
  args: string[]
}

/** Null for a link to no file of this machine (a Store application, a folder of the shell), and for a file that is no shortcut. */
export function readShortcut(file: Buffer): Shortcut | null {
  if (file.length < HEADER || file.readUInt32LE(0) !== HEADER) return null
  const flags = file.readUInt32LE(0x14)
  let at = HEADER
  if (flags & HAS.idList) at += 2 + file.readUInt16LE(at)
  if (!(flags & HAS.linkInfo)) return null
  const info = file.subarray(at, at + file.readUInt32LE(at))
  at += info.length
  const headerSize = info.readUInt32LE(4)
  if (!(info.readUInt32LE(8) & HAS_LOCAL_PATH)) return null
  const target =
    headerSize >= 0x24
      ? upToZero(info.toString('utf16le', info.readUInt32LE(0x1c)))
      : upToZero(info.toString('latin1', info.readUInt32LE(0x10)))
  let args = ''
  for (const bit of [HAS.name, HAS.relativePath, HAS.workingDir, HAS.args]) {
    if (!(flags & bit)) continue
    const length = file.readUInt16LE(at) * (flags & IS_UNICODE ? 2 : 1)
    // The length may count a zero at the end.
    if (bit === HAS.args)
      args = upToZero(file.toString(flags & IS_UNICODE ? 'utf16le' : 'latin1', at + 2, at + 2 + length))
    at += 2 + length
  }
  return target === '' ? null : { target, args: splitWindowsLine(args) }
}

const upToZero = (text: string): string => text.split('\0', 1)[0] ?? ''

/** Splits as Windows' programs split their command line, without the rare doubled quotes. */
export const splitWindowsLine = (line: string): string[] =>
  [...line.matchAll(/(?:[^\s"]+|"[^"]*")+/g)].map(([word]) => word.replaceAll('"', ''))
