// `npm run bench [-- NAME …]`: every figure, or those whose names begin with one of the given ones. One line of JSON each
// on standard output; exit 1 when a goal is missed.
import type { Figure } from './measure.ts'

/** Group → the module that measures it; its figures' names begin with the group's. */
const GROUPS: Record<string, () => Promise<{ measure: () => AsyncIterable<Figure> }>> = {
  observation: () => import('./figures/observation.ts'),
  dispatch: () => import('./figures/dispatch.ts'),
  step: () => import('./figures/step.ts'),
  tokens: () => import('./figures/tokens.ts'),
  stop: () => import('./figures/stop.ts'),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.keys(GROUPS).some((group) => name.startsWith(group)))
if (unknown.length > 0) {
  process.stderr.write(`There is no figure “${unknown.join('”, “')}”. Groups: ${Object.keys(GROUPS).join(', ')}.\n`)
  process.exit(2)
}

let missed = 0
for (const [group, load] of Object.entries(GROUPS)) {
  if (wanted.length > 0 && !wanted.some((name) => name.startsWith(group))) continue
  const { measure } = await load()
  for await (const figure of measure()) {
    if (!figure.ok) missed++
    if (wanted.length === 0 || wanted.some((name) => figure.name.startsWith(name))) {
      process.stdout.write(`${JSON.stringify(figure)}\n`)
    }
  }
}
process.exit(missed === 0 ? 0 : 1)
