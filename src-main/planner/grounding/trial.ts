// Tries the role `grounding`: draws shapes at known places, and sees whether its model points at the one that is meant.
import { loadSharp } from '../../core/load-sharp.ts'
import type { Usage } from '../../../src-preload/contract/events.ts'
import type { Observation, Picture } from '../../core/desktop.ts'
import { ToolError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { Model } from '../../models/model.ts'
import { GroundFault } from './fault.ts'
import { ModelSource, type GroundingModelOptions } from './model.ts'

const WIDTH = 1280
const HEIGHT = 800
/** The element to find; `reach` is the distance from its middle at which a point still hits it. */
const MEANT = { description: 'the red circle', x: 968, y: 216, reach: 28 }
const SHAPES = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="100%" height="100%" fill="#e8e8e8"/><rect width="100%" height="36" fill="#384050"/>
<circle cx="${MEANT.x}" cy="${MEANT.y}" r="${MEANT.reach}" fill="#d02020"/>
<rect x="232" y="556" width="56" height="56" fill="#d02020"/><circle cx="260" cy="216" r="28" fill="#2040d0"/>
<path d="M968 556l30 56h-60z" fill="#20a040"/></svg>`

async function shapes(): Promise<Picture> {
  const sharp = await loadSharp()
  const data = await sharp(Buffer.from(SHAPES)).png().toBuffer()
  const bounds = { x: 0, y: 0, width: WIDTH, height: HEIGHT }
  return { data: data.toString('base64'), width: WIDTH, height: HEIGHT, bounds }
}

/** Wraps a model, and gives the usage of its last answer. */
function counting(model: Model): { model: Model; used: () => Usage | null } {
  let usage: Usage | null = null
  const counted: Model = {
    ask: async (request, run) => {
      const reply = await model.ask(request, run)
      usage = reply.usage
      return reply
    },
    embed: (texts, run) => model.embed(texts, run),
    nameOf: (role) => model.nameOf(role),
    wantsPictures: (role) => model.wantsPictures(role),
  }
  return { model: counted, used: () => usage }
}

/** Throws ToolError for a miss, with its distance, and for a model that can't do this. */
export async function tryGrounding(
  model: Model,
  options: GroundingModelOptions,
  run: RunControl,
): Promise<{ said: string; usage: Usage | null }> {
  if (!model.wantsPictures('grounding'))
    throw new ToolError('The model of the role grounding is given no pictures: set its visual_mode to true.')
  const { model: counted, used } = counting(model)
  const { description, x, y, reach } = MEANT
  const seen: Observation = {
    windows: [],
    window: null,
    controls: [],
    picture: await shapes(),
    limited: null,
  }
  try {
    const wanted = { field: 'xy' as const, description, by: 'element' as const }
    const { point } = await new ModelSource(counted, options).find(wanted, seen, run)
    const said = `${description} is at ${x},${y} of ${WIDTH} × ${HEIGHT}; it was found at ${Math.round(point.x)},${Math.round(point.y)}`
    const apart = Math.hypot(point.x - x, point.y - y)
    if (apart <= reach) return { said: `Hit: ${said}.`, usage: used() }
    throw new ToolError(`Miss by ${Math.round(apart)} pixels: ${said}. Does grounding.space fit this model?`)
  } catch (error) {
    if (error instanceof GroundFault) throw new ToolError(`Miss: ${error.message}`, { cause: error })
    throw error
  }
}
