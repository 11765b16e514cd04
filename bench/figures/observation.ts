// One observation as each step of an agent makes it (tree, control list, with and without the picture) through the dispatcher and the
// desktop process, against a serial walk of libatspi that asks nothing below what is not shown, and returns the same controls.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fromPairs, median, pairs, plain, type Figure, type Pairs, type Wants } from '../measure.ts'
import { agreement } from '../support/agreement.ts'
import { BenchDesktop } from '../support/bench-desktop.ts'
import { pageOfControls } from '../support/page.ts'
import { SerialWalk } from '../support/serial-walk.ts'

const PAIRS = 11
/** Milliseconds after a key, until the application has painted what it changes. */
const PAINTED = 300
/** Share of the controls that both must have for a comparison to mean something. */
const ALIKE = 0.97

interface Subject {
  name: string
  /** What is launched: an application, and a file that the bench makes. */
  launch: (folder: string) => Promise<[name: string, ...args: string[]]>
  toolkit: 'gtk4' | 'other'
  /** Controls that it has at least, once it is up. */
  controls: number
  /**
   * Keys whose press changes something in the window, in turn. Their number is odd: an observation and the next one have
   * two of them in between.
   */
  keys: string[][]
}

/** Escape clears. */
const CALCULATOR_KEYS = '75381'.split('').map((digit) => ['Escape', digit])
const LETTERS = 'abcdefghijklmnopqrstuvwxy'.split('').map((letter) => [letter])

const SUBJECTS: Subject[] = [
  {
    name: 'mousepad',
    launch: () => Promise.resolve(['mousepad']),
    toolkit: 'other',
    controls: 8,
    keys: LETTERS,
  },
  {
    name: 'galculator',
    launch: () => Promise.resolve(['galculator']),
    toolkit: 'other',
    controls: 30,
    keys: CALCULATOR_KEYS,
  },
  {
    name: 'gnome-calculator',
    launch: () => Promise.resolve(['gnome-calculator']),
    toolkit: 'gtk4',
    controls: 25,
    keys: CALCULATOR_KEYS,
  },
  {
    name: 'chromium',
    async launch(folder) {
      const path = join(folder, 'controls.html')
      await writeFile(path, pageOfControls())
      return ['chromium', path]
    },
    toolkit: 'other',
    controls: 300,
    keys: LETTERS,
  },
  {
    name: 'libreoffice-calc',
    launch: () => Promise.resolve(['LibreOffice Calc']),
    toolkit: 'other',
    controls: 300,
    // A number into the first cell, and back to it.
    keys: ['1', '2', '3'].map((digit) => [digit, 'Return', 'Up']),
  },
]

export async function* measure(wants: Wants): AsyncGenerator<Figure> {
  const ratios: number[] = []
  for (const subject of SUBJECTS) {
    if (!wants(`observation.${subject.name}`) && !wants('observation.median')) continue
    const { changed, pictured, unchanged, alike } = await measureOne(subject)
    ratios.push(1 / changed.ratio)
    const figure = fromPairs(
      `observation.${subject.name}`,
      changed,
      { most: 1 / 2.5 },
      `${faster(changed)} than the serial walk, after a key that changes the window, without a picture; ${alike.words}`,
    )
    yield { ...figure, ok: figure.ok && alike.share >= ALIKE }
    yield fromPairs(
      `observation.${subject.name}.pictured`,
      pictured,
      null,
      `${faster(pictured)} than the walk alone, which takes no picture, after a key`,
    )
    yield plain(
      `observation.${subject.name}.unchanged`,
      unchanged.value,
      'ms',
      { most: 10 },
      unchanged.n,
      `with its picture, where nothing has changed since the last observation; ${faster(unchanged)} than the walk alone`,
      unchanged.baseline,
    )
  }
  if (ratios.length < SUBJECTS.length) return
  yield plain(
    'observation.median',
    median(ratios),
    'times faster',
    { least: 5 },
    ratios.length,
    'median over the applications, each after a change',
  )
}

const faster = ({ ratio }: Pairs): string => `${(1 / ratio).toFixed(1)} times faster`

async function measureOne(subject: Subject) {
  await using desktop = await BenchDesktop.open()
  await desktop.launch(...(await subject.launch(desktop.home)))
  const { window } = await desktop.settled(subject.controls)
  if (window?.pid == null) throw new Error(`${subject.name} has no window.`)
  using walk = await SerialWalk.of(desktop.environment.env, window.pid, subject.toolkit)
  const most = desktop.config.system.max_controls

  let pressed = 0
  const change = async () => {
    await desktop.press(...(subject.keys[pressed++ % subject.keys.length] ?? []))
    await wait(PAINTED)
  }
  let last = ''
  const observe = async (picture: boolean) => {
    const face = JSON.stringify((await desktop.observe(picture)).controls)
    if (face === last) throw new Error(`A key changed nothing that is seen of ${subject.name}.`)
    last = face
  }
  const walked = () => walk.controls(most, 'shown')
  const changed = await pairs(PAIRS, () => observe(false), walked, { before: change })
  const pictured = await pairs(PAIRS, () => observe(true), walked, { before: change })
  const unchanged = await pairs(PAIRS, () => desktop.observe(), walked)

  await change()
  const ours = await desktop.observe()
  const theirs = await walked()
  const { both, named, ...rest } = agreement(ours.controls, theirs, window.bounds, subject.toolkit)
  const all = both + rest.ours.length + rest.theirs.length
  const differences = [...rest.ours, ...rest.theirs].slice(0, 3).map(({ role, name }) => `${role} “${name}”`)
  return {
    changed,
    pictured,
    unchanged,
    alike: {
      share: both / all,
      words:
        `the same controls: ${both} of ${all} by role and place, ${named} of them named alike` +
        (differences.length > 0 ? ` (not in both: ${differences.join(', ')} …)` : ''),
    },
  }
}
