// Tells whether opening a file runs or installs something, by what an opener looks at: the ending, the executable bit, the first bytes.
import { closeSync, openSync, readSync, statfsSync } from 'node:fs'
import { extname } from 'node:path'
import { statOf } from '../core/stat.ts'
import { EXECUTABLE_FILE } from './vocabulary.ts'

const endingOf = (path: string): string => extname(path).slice(1).toLowerCase()

/** Endings of formats that file managers show in an application, whatever the file holds and whoever may execute it. */
const FORMATTED = new Set(
  (
    'pdf ps eps djvu epub mobi png jpg jpeg gif bmp webp avif heic heif tif tiff ico svg svgz psd xcf kra ora raw cr2 nef dng ' +
    'mp3 ogg oga opus flac wav m4a aac wma mid mp4 m4v mkv webm avi mov wmv mpg mpeg ogv flv ' +
    'odt ods odp odg odf odb ott ots otp fodt fods fodp doc docx dot dotx xls xlsx xlt xltx ppt pptx pps ppsx rtf pages numbers key ' +
    'zip gz tgz bz2 xz zst 7z rar tar iso img ttf otf woff woff2 sqlite db blend dxf stl step glb gltf ics vcf eml mbox'
  ).split(' '),
)
/** Endings of texts. A file manager that may execute such a file asks itself, or runs it where it begins as a script does. */
const TEXTS = new Set(
  (
    'txt text md markdown rst adoc org tex bib csv tsv json jsonl json5 ndjson xml xsl xsd html htm xhtml css scss less yaml yml toml ini ' +
    'cfg conf config properties log diff patch srt vtt sub po pot tmpl geojson gpx kml ipynb ' +
    'c h cc cpp cxx hh hpp cs java kt go rs swift ts tsx jsx vue r jl lua sql m dart scala hs ml ex erl f90 asm s'
  ).split(' '),
)

/** Whether the ending says that the file is only shown: as a text, or in an application of its format. */
export const isPlainText = (path: string): boolean => TEXTS.has(endingOf(path))
export const isFormatted = (path: string): boolean => FORMATTED.has(endingOf(path))

/** File systems of other machines and systems on which every file is marked executable, by the type that `statfs` reports. */
const MARKS_EVERYTHING = new Set([
  0x4d44, // vfat
  0x2011bab0, // exfat
  0x5346544e, // ntfs
  0x7366746e, // ntfs3
  0x65735546, // FUSE, as ntfs-3g
  0xff534d42, // cifs
  0xfe534d42, // smb2
  0x01021997, // 9p
  0x786f4256, // vboxsf
])

/** Beginnings of what the system, Wine, Java or an installer runs, whatever the file is called. */
const PROGRAM_BYTES: readonly Buffer[] = [
  Buffer.from('\x7fELF', 'latin1'),
  Buffer.from('cafebabe', 'hex'), // Java's classes, and programs of macOS for several processors
  Buffer.from('feedface', 'hex'),
  Buffer.from('feedfacf', 'hex'),
  Buffer.from('cefaedfe', 'hex'),
  Buffer.from('cffaedfe', 'hex'),
  Buffer.from('!<arch>\ndebian'),
  Buffer.from('edabeedb', 'hex'), // rpm
  Buffer.from('4c0000000114020000000000', 'hex'), // a shortcut of Windows
]
/** The beginning of a script, also behind the mark of an encoding and blank lines. */
const SCRIPT = /^(?:\ufeff|ï»¿)?\s*#!/
/** The first group of an entry that starts a program. Comments may stand before it. */
const ENTRY =
  /^(?:\ufeff|ï»¿)?(?:\s*(?:#[^\n]*)?\n)*\s*\[(?:Desktop Entry|KDE Desktop Entry|InternetShortcut)\]/

/** Enough for comments before the first group of an entry. */
const HEAD_BYTES = 4096

const beginsWith = (head: Buffer, bytes: Buffer): boolean => head.subarray(0, bytes.length).equals(bytes)

/** A program of Windows begins with two letters, as a text may. A text holds no zero byte. */
const isProgramCode = (head: Buffer): boolean =>
  PROGRAM_BYTES.some((bytes) => beginsWith(head, bytes)) ||
  (beginsWith(head, Buffer.from('MZ')) && head.subarray(0, 64).includes(0))

/** Reads the first bytes of a file; null where they can't be read. */
export function headOf(path: string): Buffer | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return null
  }
  try {
    const head = Buffer.alloc(HEAD_BYTES)
    return head.subarray(0, readSync(file, head, 0, HEAD_BYTES, 0))
  } catch {
    return null
  } finally {
    closeSync(file)
  }
}

function marksEverything(path: string): boolean {
  try {
    return MARKS_EVERYTHING.has(statfsSync(path).type)
  } catch {
    return false
  }
}

/**
 * Tells whether a file manager or another opener runs or installs the file instead of showing it. Where the file can't be read, and its
 * ending tells nothing, it counts as a program.
 */
export function isProgramFile(path: string): boolean {
  if (EXECUTABLE_FILE.test(path)) return true
  const found = statOf(path)
  if (!found?.isFile()) return false
  const isShown = isFormatted(path) || isPlainText(path)
  const head = headOf(path)
  if (head === null) return !isShown
  if (isProgramCode(head)) return true
  const text = head.toString('latin1')
  const isMarked = (found.mode & 0o111) !== 0
  if (SCRIPT.test(text)) return isMarked && !isFormatted(path)
  if (isShown) return false
  return ENTRY.test(text) || (isMarked && !marksEverything(path))
}
