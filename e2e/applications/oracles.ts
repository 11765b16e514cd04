// Judges what has really happened: by files, by the windows and processes of the desktop, and by another accessibility client.
import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Oracle, Outcome } from './row.ts'
import type { Seen } from './carry-out.ts'

const exec = promisify(execFile)

const contentOf = (path: string): Promise<string | null> =>
  readFile(path, 'utf8').then(
    (text) => text.replaceAll('\r\n', '\n').trimEnd(),
    () => null,
  )

/** The file has this text; another one than before is a wrong act. */
export const fileHas =
  (name: string, expected: string): Oracle =>
  async ({ home, row }) => {
    const text = await contentOf(join(home, name))
    if (text === expected) return 'done'
    const before = row.files?.[name]
    if (text === null || (typeof before === 'string' && text === before.trimEnd())) return 'not done'
    return `wrong: ${name} has ${JSON.stringify(text.slice(0, 120))}`
  }

/** The file has a text that fits, tags left out: for formats that are one XML. */
export const textIn =
  (name: string, expected: RegExp): Oracle =>
  async ({ home }) => {
    const text = await contentOf(join(home, name))
    if (text === null) return 'not done'
    const bare = text.replaceAll(/<[^>]*>/g, '')
    return expected.test(bare) ? 'done' : `wrong: ${name} has ${JSON.stringify(bare.trim().slice(-120))}`
  }

/** The file has this, tags and all. */
export const contentHas =
  (name: string, expected: RegExp): Oracle =>
  async ({ home }) => {
    const text = await contentOf(join(home, name))
    if (text === null) return 'not done'
    return expected.test(text) ? 'done' : `wrong: ${name} has ${JSON.stringify(text.slice(-120))}`
  }

/** Each line of an unpacked document's text; for formats that are a zip of XML. */
export const documentHas =
  (name: string, part: string, expected: RegExp): Oracle =>
  async ({ home }) => {
    const path = join(home, name)
    if (!(await isThere(path))) return 'not done'
    const script =
      'import sys,zipfile;sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))'
    const { stdout } = await exec('python3', ['-c', script, path, part], { maxBuffer: 1 << 24 })
    const text = stdout.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
    return expected.test(text) ? 'done' : `wrong: ${name} has ${JSON.stringify(text.slice(0, 120))}`
  }

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

export const exists =
  (name: string): Oracle =>
  async ({ home }) =>
    (await isThere(join(home, name))) ? 'done' : 'not done'

export const missing =
  (name: string): Oracle =>
  async ({ home }) =>
    (await isThere(join(home, name))) ? 'not done' : 'done'

/** What the run gives as its answer. */
export const answers =
  (expected: RegExp): Oracle =>
  ({ answer, code }) =>
    code !== 0
      ? 'not done'
      : expected.test(answer)
        ? 'done'
        : answer === ''
          ? 'not done'
          : `wrong: the answer is ${JSON.stringify(answer.slice(0, 120))}`

/** A window of this title is open at the end, by the X server's word. */
export const windowCalled =
  (expected: RegExp): Oracle =>
  ({ titles }) =>
    titles.some((title) => expected.test(title)) ? 'done' : 'not done'

/** No window of this title has ever opened. */
export const nothingCalled =
  (unexpected: RegExp): Oracle =>
  ({ everTitles }) => {
    const title = everTitles.find((each) => unexpected.test(each))
    return title === undefined ? 'done' : `wrong: ${JSON.stringify(title)} has opened`
  }

/** No window whatever has opened. */
export const nothingOpened: Oracle = ({ everTitles }) => {
  const [first] = everTitles
  return first === undefined ? 'done' : `wrong: ${JSON.stringify(first)} has opened`
}

/** The application shows this text at the end, as libatspi reads it. */
export const shows =
  (expected: RegExp): Oracle =>
  ({ texts }) =>
    expected.test(texts) ? 'done' : 'not done'

export const all =
  (...oracles: Oracle[]): Oracle =>
  async (seen: Seen) => {
    const outcomes: Outcome[] = []
    for (const oracle of oracles) outcomes.push(await oracle(seen))
    return (
      outcomes.find((outcome) => outcome.startsWith('wrong')) ??
      outcomes.find((outcome) => outcome !== 'done') ??
      'done'
    )
  }
