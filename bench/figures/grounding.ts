// Finding a control by its description: in the accessibility tree against on the picture, on controls of real applications. The
// picture is read by OCR with the installed language data; a grounding model is a service and not measured here.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { observationSchema, type Control, type Observation } from '../../src-main/core/desktop.ts'
import { contains } from '../../src-main/core/geometry.ts'
import { silentLogger } from '../../src-main/core/logger.ts'
import { createOfflineModel } from '../../src-main/interpreter/offline-model.ts'
import type { Wanted } from '../../src-main/planner/worker/agent-api.ts'
import { GroundFault } from '../../src-main/planner/grounding/fault.ts'
import { OcrSource } from '../../src-main/planner/grounding/picture-text.ts'
import { treeSource, type GroundingSource } from '../../src-main/planner/grounding/grounding.ts'
import { OcrProgram } from '../../src-main/ocr/program.ts'
import { fromPairs, pairsOf, plain, timed, type Figure, type Wants } from '../measure.ts'
import { BenchDesktop, ROUTE } from '../support/bench-desktop.ts'
import { pageOfControls } from '../support/page.ts'

/** Controls that are looked for, and at most of one application. */
const LOOKED_FOR = 300
const OF_ONE = 110
/** Pairs of timed look-ups for each application. */
const PAIRS = 4

interface Subject {
  name: string
  launch: (folder: string) => Promise<[name: string, ...args: string[]]>
  /** Controls that its window has at least, once it is up. */
  controls: number
}
const named = (name: string, controls: number, launch = name): Subject => ({
  name,
  launch: () => Promise.resolve([launch]),
  controls,
})
const SUBJECTS: Subject[] = [
  named('mousepad', 8),
  named('featherpad', 12),
  named('galculator', 30),
  named('gnome-calculator', 25),
  named('libreoffice-calc', 300, 'LibreOffice Calc'),
  {
    name: 'chromium',
    async launch(folder) {
      const path = join(folder, 'controls.html')
      await writeFile(path, pageOfControls())
      return ['chromium', path]
    },
    controls: 300,
  },
]

interface Measured {
  name: string
  looked: number
  tree: number
  picture: number
  treeMs: number[]
  pictureMs: number[]
}

export async function* measure(_wants: Wants): AsyncGenerator<Figure> {
  await using ocr = new OcrProgram({
    env: process.env,
    logger: () => silentLogger,
  })
  const measured: Measured[] = []
  for (const subject of SUBJECTS)
    measured.push(await measureOne(subject, new OcrSource(ocr, createOfflineModel())))
  const sum = (count: (one: Measured) => number) => measured.reduce((all, one) => all + count(one), 0)
  const looked = sum((one) => one.looked)
  if (looked < LOOKED_FOR) throw new Error(`Only ${looked} controls have a name.`)
  const each = (count: (one: Measured) => number) =>
    measured.map((one) => `${one.name} ${Math.round((100 * count(one)) / one.looked)} %`).join(', ')
  yield fromPairs(
    'grounding.lookup',
    pairsOf(
      measured.flatMap(({ treeMs }) => treeMs),
      measured.flatMap(({ pictureMs }) => pictureMs),
    ),
    { most: 1 / 10 },
    'observation and look-up of one control, in the tree against on the picture by OCR',
  )
  yield plain(
    'grounding.hits',
    (100 * sum(({ tree }) => tree)) / looked,
    '%',
    { least: 90 },
    looked,
    `of controls found where they are, in the tree (${each(({ tree }) => tree)}); the baseline is OCR (${each(({ picture }) => picture)})`,
    (100 * sum(({ picture }) => picture)) / looked,
  )
}

async function measureOne(subject: Subject, ocr: OcrSource): Promise<Measured> {
  await using desktop = await BenchDesktop.open()
  await desktop.launch(...(await subject.launch(desktop.home)))
  await desktop.settled(subject.controls)
  const seen = await desktop.observe()
  const looked = chosen(seen)
  // Where each of them is, once more, by its id.
  const truth = new Map((await desktop.observe()).controls.map((control) => [control.id, control]))
  const hits = async (source: GroundingSource): Promise<number> => {
    let found = 0
    for (const control of looked) if (await isHit(source, control, seen, truth, desktop)) found++
    return found
  }
  const measured: Measured = {
    name: subject.name,
    looked: looked.length,
    tree: await hits(treeSource),
    picture: await hits(ocr),
    treeMs: [],
    pictureMs: [],
  }
  for (let pair = 0; pair < PAIRS; pair++) {
    const wanted = wantedOf(looked[Math.floor((pair * looked.length) / PAIRS)] ?? looked[0])
    measured.treeMs.push(
      await timed(async () => find(treeSource, wanted, await observe(desktop, 'tree'), desktop)),
    )
    measured.pictureMs.push(
      await timed(async () => find(ocr, wanted, await observe(desktop, 'picture'), desktop)),
    )
  }
  return measured
}

/** What only holds others has no name that a person would look for. */
const HOLDING = new Set<Control['role']>([
  'application',
  'window',
  'dialog',
  'group',
  'tool bar',
  'menu bar',
  'web page',
  'document',
  'list',
  'table',
  'tree',
  'tab list',
  'status bar',
  'scroll bar',
  'separator',
  'other',
])

/** Evenly from all that are called something and can be seen. */
function chosen({ controls }: Observation): Control[] {
  const all = controls.filter(
    ({ name, role, states, bounds }) =>
      name.trim() !== '' &&
      !HOLDING.has(role) &&
      !states.includes('offscreen') &&
      bounds.width > 3 &&
      bounds.height > 3,
  )
  const step = Math.max(1, all.length / OF_ONE)
  return Array.from(
    { length: Math.min(all.length, OF_ONE) },
    (_, index) => all[Math.floor(index * step)],
  ).filter((control) => control !== undefined)
}

/** As a worker describes it. */
const wantedOf = (control: Control | undefined): Wanted => ({
  field: 'xy',
  description: `the "${control?.name ?? ''}" ${control?.role ?? ''}`,
  by: 'element',
})

async function isHit(
  source: GroundingSource,
  control: Control,
  seen: Observation,
  truth: ReadonlyMap<string, Control>,
  desktop: BenchDesktop,
): Promise<boolean> {
  const found = await find(source, wantedOf(control), seen, desktop)
  const bounds = truth.get(control.id)?.bounds
  return found !== null && bounds !== undefined && contains(bounds, found.point)
}

/** Null where it is not found, or said to be ambiguous. */
async function find(source: GroundingSource, wanted: Wanted, seen: Observation, { run }: BenchDesktop) {
  try {
    return await source.find(wanted, seen, run)
  } catch (error) {
    if (error instanceof GroundFault) return null
    throw error
  }
}

async function observe({ stack, run, config }: BenchDesktop, what: 'tree' | 'picture'): Promise<Observation> {
  const max_controls = config.system.max_controls
  const parameters = { controls: what === 'tree', picture: what === 'tree' ? 'none' : 'window', max_controls }
  const [result] = await stack.dispatcher.executeCommands(
    [{ tool_name: 'observe', parameters, tool_type: 'data_collection' }],
    { route: ROUTE },
    run,
  )
  if (result?.status !== 'success') throw new Error(`observe: ${result?.error ?? 'no result'}`)
  return observationSchema.parse(result.result)
}
