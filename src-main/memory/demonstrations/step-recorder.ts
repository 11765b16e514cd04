// Reads recordings of Windows' Step Recorder, as UFO does (a .zip with one .mht, the .mht itself, or its XML), and makes
// demonstrations of them. The XML is read by a few fixed patterns: no entity, no document type is ever resolved.
import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { UserError } from '../../core/errors.ts'
import { redact } from '../../core/redaction.ts'
import type { NewMemory } from '../record.ts'
import { titleOf } from '../title.ts'
import { readFromZip } from './zip.ts'

/** Bytes of a recording; its pictures are in it. */
const MAX_BYTES = 200 * 1024 * 1024

/** `request` says what the person did it for, because the recording does not. Throws UserError. */
export async function readStepRecording(file: string, request: string): Promise<NewMemory> {
  const found = await stat(file).catch(() => null)
  if (!found?.isFile()) throw new UserError(`There is no file ${file}.`)
  if (found.size > MAX_BYTES) throw new UserError(`${file} is larger than 200 MB.`)
  return parseStepRecording(await documentOf(file), request, file)
}

async function documentOf(file: string): Promise<string> {
  const data = await readFile(file)
  if (extname(file).toLowerCase() !== '.zip') return data.toString('utf8')
  const document = inFile(file, () => readFromZip(data, (name) => /\.mht(ml)?$/i.test(name), MAX_BYTES))
  if (!document) throw new UserError(`${file} has no .mht in it: it is no recording of the Step Recorder.`)
  return document.toString('utf8')
}

/** Adds the name of the file to an error of its archive. */
function inFile<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof UserError ? new UserError(`${file}: ${error.message}`) : error
  }
}

interface RecordedStep {
  number: number
  application: string
  description: string
  comment: string
}

export function parseStepRecording(document: string, request: string, file: string): NewMemory {
  const page = mainPart(document)
  const comments = commentsOf(page)
  const steps = [...page.matchAll(/<EachAction\b([^>]*)>([\s\S]*?)<\/EachAction>/g)].map(
    ([, attributes = '', body = '']): RecordedStep => {
      const number = Number(attribute(attributes, 'ActionNumber') ?? 0)
      return {
        number,
        application: attribute(attributes, 'FileName') ?? '',
        description: element(body, 'Description') ?? element(body, 'Action') ?? '',
        comment: comments.get(number) ?? '',
      }
    },
  )
  const told = steps.filter(({ description }) => description !== '')
  if (told.length === 0)
    throw new UserError(`${file} has no steps in it: it is no recording of the Step Recorder.`)
  const lines = told.map(({ description, comment }, index) => {
    const said = comment === '' ? '' : ` — ${comment}`
    return redact(`${index + 1}. ${description}${said}`)
  })
  const applications = told.map(({ application }) => application).filter((name) => name !== '')
  return {
    kind: 'demonstration',
    applications: [...new Set(applications.flatMap((name) => [name, name.replace(/\.exe$/i, '')]))],
    title: titleOf(redact(request)),
    key: redact(request),
    text: lines.join('\n'),
    source: { run: null, step: null, file: basename(file) },
  }
}

/** Returns the page of a MIME document, decoded; returns any other text unchanged. */
function mainPart(document: string): string {
  const boundary = /boundary="?([^"\r\n;]+)"?/i.exec(document.slice(0, 4000))?.[1]
  if (boundary === undefined) return document
  const part = document.split(`--${boundary}`).find((one) => one.includes('<UserActionData'))
  if (part === undefined) return quotedPrintable(document)
  const [head = '', ...rest] = part.replaceAll('\r\n', '\n').trimStart().split('\n\n')
  const body = rest.join('\n\n')
  if (/quoted-printable/i.test(head)) return quotedPrintable(body)
  return /base64/i.test(head) ? Buffer.from(body, 'base64').toString('utf8') : body
}

const quotedPrintable = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/gi, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'))

/** Finds what the person wrote at a step, by the step's number. */
function commentsOf(page: string): Map<number, string> {
  const found = page.matchAll(/<div[^>]*\bid="?Step(\d+)"?[^>]*>([\s\S]*?)<\/div>/gi)
  const comments = new Map<number, string>()
  for (const [, number = '', body = ''] of found) {
    const comment = /<b>\s*Comment:\s*<\/b>([^<]*)/i.exec(body)?.[1]
    if (comment !== undefined) comments.set(Number(number), plain(comment))
  }
  return comments
}

const attribute = (text: string, name: string): string | null => {
  const value = new RegExp(`\\b${name}\\s*=\\s*"([^"]*)"`).exec(text)?.[1]
  return value === undefined ? null : plain(value)
}

const element = (text: string, name: string): string | null => {
  const value = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]
  return value === undefined || value.trim() === '' ? null : plain(value)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Decodes the five entities of XML and numbers; any other stays as it is. */
function plain(text: string): string {
  return text
    .replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,5});/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
      const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .trim()
}
