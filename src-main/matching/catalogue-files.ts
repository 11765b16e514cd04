// Reads the files in which programs keep what they call their labels in other languages: of gettext, of Qt, and of LibreOffice.
// https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html
import { plainLabel } from './label.ts'

/** Plain English label → its plain translations. */
export type Catalogue = ReadonlyMap<string, readonly string[]>

/** Characters of the longest label; what is longer is a sentence. */
const MAX_LABEL = 60
const NO_LABEL = /[\n%]/

class Labels {
  readonly all = new Map<string, string[]>()

  add(original: string, translated: string): void {
    if (original === '' || translated === '' || original.length > MAX_LABEL) return
    if (NO_LABEL.test(original) || NO_LABEL.test(translated)) return
    const [label, there] = [plainLabel(original), plainLabel(translated)]
    if (label === there) return
    const known = this.all.get(label)
    if (!known) this.all.set(label, [there])
    else if (!known.includes(there)) known.push(there)
  }
}

const MAGIC = 0x950412de

/** Reads the labels of a catalogue of gettext; none of what is no catalogue. */
export function labelsIn(bytes: Buffer): Catalogue {
  const labels = new Labels()
  if (bytes.length < 20) return labels.all
  const isLittle = bytes.readUInt32LE(0) === MAGIC
  if (!isLittle && bytes.readUInt32BE(0) !== MAGIC) return labels.all
  const number = (at: number): number =>
    at + 4 > bytes.length ? 0 : isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
  const text = (table: number, index: number): string => {
    const [length, start] = [number(table + 8 * index), number(table + 8 * index + 4)]
    // Only the first form of what has a plural is a label.
    return bytes.toString('utf8', start, Math.min(start + length, bytes.length)).split('\0')[0] ?? ''
  }
  const count = Math.min(number(8), bytes.length / 16)
  const [originals, translations] = [number(12), number(16)]
  for (let index = 0; index < count; index++)
    labels.add(text(originals, index).split('\u0004').at(-1) ?? '', text(translations, index))
  return labels.all
}

const QT_MAGIC = '3cb86418caef9c95cd211cbf60a1bddd'
const QT_MESSAGES = 0x69
/** Tags of a message's parts: its end, a hash of four bytes, and the texts, which are preceded by their length. */
const QT = { end: 1, translation: 3, hash: 5, source: 6 } as const
const NO_TEXT = 0xffffffff

/** Reads the labels of a catalogue of Qt (`.qm`); none of one without the English texts. */
export function labelsInQt(bytes: Buffer): Catalogue {
  const labels = new Labels()
  if (bytes.toString('hex', 0, 16) !== QT_MAGIC) return labels.all
  for (let at = 16; at + 5 <= bytes.length;) {
    const end = Math.min(at + 5 + bytes.readUInt32BE(at + 1), bytes.length)
    if (bytes[at] === QT_MESSAGES) addMessages(bytes.subarray(at + 5, end), labels)
    at = end
  }
  return labels.all
}

function addMessages(bytes: Buffer, labels: Labels): void {
  let [source, translated] = ['', '']
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at++]
    if (tag === QT.end) {
      labels.add(source, translated)
      ;[source, translated] = ['', '']
    } else if (tag === QT.hash) at += 4
    else {
      if (at + 4 > bytes.length) return
      const told = bytes.readUInt32BE(at)
      const length = told === NO_TEXT ? 0 : told
      const part = bytes.subarray(at + 4, at + 4 + length)
      at += 4 + length
      if (tag === QT.source) source = part.toString('utf8')
      // Only the first form of what has a plural is a label.
      else if (tag === QT.translation && translated === '') translated = inTwoBytes(part)
    }
  }
}

const inTwoBytes = (bytes: Buffer): string =>
  bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString('utf16le') : ''

const IN_REGISTRY =
  /<(\/?)(?:oor:component-data|node|prop)(?=[\s>])([^>]*)>|<value xml:lang="([^"]{1,20})">([^<]*)<\/value>/g

/** Reads the registry of LibreOffice, which has the names of its menus: path of a name → what it is in this language. */
export function namesInRegistry(xml: string, language: string): Map<string, string> {
  const names = new Map<string, string>()
  const path: string[] = []
  for (const [, closes, attributes = '', of, text = ''] of xml.matchAll(IN_REGISTRY)) {
    if (of !== undefined) {
      if (of === language) names.set(path.join('/'), decoded(text))
    } else if (closes === '/') path.pop()
    else if (!attributes.endsWith('/')) path.push(/oor:name="([^"]*)"/.exec(attributes)?.[1] ?? '')
  }
  return names
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name: string) => {
    const code = hex ? Number.parseInt(String(hex), 16) : Number(decimal ?? Number.NaN)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : (ENTITIES[name] ?? whole)
  })

/** Pairs the English names of a registry with those of another language, which stand at the same places. */
export function labelsInRegistries(
  english: readonly Map<string, string>[],
  there: Map<string, string>,
): Catalogue {
  const labels = new Labels()
  // LibreOffice writes its access keys with a tilde.
  const plain = (text: string) => text.replace('~', '')
  for (const names of english)
    for (const [path, name] of names) labels.add(plain(name), plain(there.get(path) ?? ''))
  return labels.all
}
