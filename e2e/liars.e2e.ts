// Small programs that lie, and the same ones honest: what a run tells is held against what they have written down.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { place, runIn, story, type Place } from './support/deskhand.ts'
import { isThere, type Toolkit } from './toolkits/forms.ts'
import { serveReportingPage } from './toolkits/reporting-page.ts'

const FOLDER = join(import.meta.dirname, 'toolkits/liars')
const TOOLKITS: Toolkit[] = ['gtk3', 'gtk4', 'qt5', 'qt6', 'chromium']

interface Truth {
  people: string[]
  news: boolean
  name: string
  saved?: boolean
}
const ADD = 'type "Ada" into "Name", click "Add"'
const TICK = 'check "News"'
const isAdded = ({ people }: Truth) => people.includes('Ada')
const WRITE = 'type "Ada" into "Name"'
const isTicked = ({ news }: Truth) => news
const SAVE = 'type "Ada Lovelace" into "Name", click "Save"'
const REMOVE = 'click "Grace", click "Remove"'
const isRemoved = ({ people }: Truth) => !people.includes('Grace')
const isSaved = ({ saved }: Truth) => saved === true
const isWritten = ({ name }: Truth) => name === 'Ada'

/** How a program behaves, what it is told, and whether that is so at its end. */
const CASES: [how: string, command: string, isSo: (truth: Truth) => boolean][] = [
  ['honest', `${ADD}, ${TICK}`, (truth) => isAdded(truth) && isTicked(truth)],
  ['add is deaf', ADD, isAdded],
  ['add empties', ADD, isAdded],
  ['add says', ADD, isAdded],
  ['box back', TICK, isTicked],
  ['name back', WRITE, isWritten],
  ['save slowly', SAVE, isSaved],
  ['save says', SAVE, isSaved],
  ['save fails', SAVE, isSaved],
  ['save half', SAVE, isSaved],
  ['save fails late', SAVE, isSaved],
  ['honest', SAVE, isSaved],
  ['row hides', REMOVE, isRemoved],
  ['honest', REMOVE, isRemoved],
]

const HONEST: ReadonlySet<string> = new Set(['honest', 'save slowly'])
/** A page writes no file by itself, so that what it says of a save is all there is; and what it hides is not told of, as what it removes. */
const isJudged = (toolkit: Toolkit, command: string): boolean =>
  toolkit !== 'chromium' || (command !== SAVE && command !== REMOVE)

const truthIn = ({ home }: Place): Truth =>
  existsSync(join(home, 'truth.json'))
    ? (JSON.parse(readFileSync(join(home, 'truth.json'), 'utf8')) as Truth)
    : { people: ['Grace'], news: false, name: '' }

/** How a run opens the program. */
async function openerOf(
  toolkit: Toolkit,
  how: string,
  where: Place,
): Promise<{ opens: string } & AsyncDisposable> {
  if (toolkit === 'chromium') {
    const page = await serveReportingPage(join(FOLDER, 'page.html'), (body) =>
      writeFileSync(join(where.home, 'truth.json'), body),
    )
    return {
      opens: `open "http://127.0.0.1:${page.port}/${how.replaceAll(' ', '%20')}"`,
      [Symbol.asyncDispose]: () => page[Symbol.asyncDispose](),
    }
  }
  const program = join(where.home, 'people')
  const source = join(FOLDER, toolkit.startsWith('qt') ? 'qt.py' : 'gtk.py')
  // Python keeps what it has compiled beside its sources: those are files of the checkout.
  const line = `TRUTH="${where.home}" PYTHONDONTWRITEBYTECODE=1 exec /usr/bin/python3 "${source}" ${toolkit.slice(-1)} "${how}"`
  writeFileSync(program, `#!/bin/sh\n${line}\n`)
  chmodSync(program, 0o755)
  await where.config(`applications:\n  people: "${program}"\n`)
  return { opens: 'open people', [Symbol.asyncDispose]: () => Promise.resolve() }
}

// One try: a false “done” now and then is one, too.
describe.each(TOOLKITS)('%s', { retry: 0 }, (toolkit) => {
  const there = isThere(toolkit)
  test.skipIf(!there).each(CASES.filter(([, command]) => isJudged(toolkit, command)))(
    '%s: “%s” is told as it is',
    { concurrent: true },
    async (how, command, isSo) => {
      await using where = await place()
      await using opener = await openerOf(toolkit, how, where)
      const { code, events, stderr } = await runIn(where, `${opener.opens}, ${command}`, [
        '--yes-to',
        'run_command',
        '--yes-to',
        'delete',
      ])
      const is = isSo(truthIn(where))
      const told = `${stderr}\n${story(events)}`
      // Nobody may be asked about what was said, and what is not so may never be called done.
      if (is !== HONEST.has(how)) throw new Error(`It is ${is ? 'so' : 'not so'}.\n${told}`)
      if ((code === 0) !== is)
        throw new Error(`Told with exit ${code}, and it is ${is ? 'so' : 'not so'}.\n${told}`)
    },
  )
})
