// `npm run bench [-- NAME …]`: every figure, or those whose names begin with one of the given ones. One line of JSON each
// on standard output; exit 1 when a goal is missed.
import { messageOf } from '../src-main/core/errors.ts'
import type { Figure, Wants } from './measure.ts'

/** Group → the module that measures it; its figures' names begin with the group's. */
const GROUPS: Record<string, () => Promise<{ measure: (wants: Wants) => AsyncIterable<Figure> }>> = {
  observation: () => import('./figures/observation.ts'),
  dispatch: () => import('./figures/dispatch.ts'),
  step: () => import('./figures/step.ts'),
  tokens: () => import('./figures/tokens.ts'),
  pictures: () => import('./figures/pictures.ts'),
  stop: () => import('./figures/stop.ts'),
  startup: () => import('./figures/startup.ts'),
  history: () => import('./figures/history.ts'),
  app: () => import('./figures/app.ts'),
  brake: () => import('./figures/brake.ts'),
  memory: () => import('./figures/memory.ts'),
  aip: () => import('./figures/aip.ts'),
  replay: () => import('./figures/replay.ts'),
  batch: () => import('./figures/batch.ts'),
  grounding: () => import('./figures/grounding.ts'),
  toolkits: () => import('./figures/toolkits.ts'),
  played: () => import('./figures/played.ts'),
  peers: () => import('./figures/peers.ts'),
}

/** Groups that fetch programs of others, so that they are measured only where they are named. */
const ON_DEMAND = ['peers']

/** Programs beside the figures, with words of their own. */
const PROGRAMS: Record<string, () => Promise<(words: string[]) => Promise<number>>> = {
  page: async () => (await import('./performance/main.ts')).writePage,
  relay: async () => (await import('./relay/main.ts')).relay,
  opencomputer: async () => (await import('./opencomputer/main.ts')).opencomputer,
}

const names = process.argv.slice(2)
const program = PROGRAMS[names[0] ?? '']
if (program) process.exit(await (await program())(names.slice(1)))

const unknown = names.filter((name) => !Object.keys(GROUPS).some((group) => name.startsWith(group)))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no figure “${unknown.join('”, “')}”. Groups: ${Object.keys(GROUPS).join(', ')}.\n`,
  )
  process.exit(2)
}

const wants: Wants = (name) => names.length === 0 || names.some((wanted) => name.startsWith(wanted))
let missed = 0
for (const [group, load] of Object.entries(GROUPS)) {
  if (names.length === 0 ? ON_DEMAND.includes(group) : !names.some((name) => name.startsWith(group))) continue
  try {
    const { measure } = await load()
    for await (const figure of measure(wants)) {
      if (!wants(figure.name)) continue
      if (!figure.ok) missed++
      process.stdout.write(`${JSON.stringify(figure)}\n`)
    }
  } catch (error) {
    // The other figures are still worth knowing.
    missed++
    process.stderr.write(`${group} could not be measured: ${messageOf(error)}\n`)
  }
}
process.exit(missed === 0 ? 0 : 1)
