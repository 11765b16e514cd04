// Implements Grounding: turns an action with descriptions into one with points on the screen, and says what is at each point.
import { z } from 'zod'
import type { Control, Observation } from '../../core/desktop.ts'
import { ToolError } from '../../core/errors.ts'
import { centreOf, contains, intersection, screenRect, type ScreenPoint } from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import { actionSchema, type Action } from '../hardware/action.ts'
import type { Intent, Wanted } from '../worker/agent-api.ts'
import { GroundFault } from './fault.ts'
import { groundSpan, type FindTexts, type TextSpan } from './tree-text.ts'
import { findByDescription } from './tree.ts'

export type PointField = Wanted['field']

/** An action of the seed's schema, and the controls at its points. */
export interface Grounded {
  action: Action
  targets: Partial<Record<PointField, Control>>
  /** The text between two points, where the tree has it. */
  span?: TextSpan
}

export interface Grounding {
  /** Throws GroundFault that names the missing thing, in words for the worker. Without `findTexts`, texts are found on the picture. */
  ground(intent: Intent, observation: Observation, run: RunControl, findTexts?: FindTexts): Promise<Grounded>
}

export interface Found {
  point: ScreenPoint
  /** The control at the point; null where the point was found on the picture. */
  control: Control | null
}

/** One way to find a point. */
export interface GroundingSource {
  /** Throws GroundFault where it does not find it. An ambiguous fault ends the search; after any other the next source is tried. */
  find(wanted: Wanted, observation: Observation, run: RunControl): Promise<Found>
}

/** Tries sources in order, the free and exact ones first. */
export class SourcedGrounding implements Grounding {
  readonly #sources: readonly GroundingSource[]

  constructor(sources: readonly GroundingSource[]) {
    this.#sources = sources
  }

  async ground(
    intent: Intent,
    observation: Observation,
    run: RunControl,
    findTexts?: FindTexts,
  ): Promise<Grounded> {
    const spanned =
      intent.type === 'HighlightTextSpan' && findTexts
        ? await spanOf(intent, observation, findTexts, run)
        : null
    if (spanned) return spanned
    const targets: Grounded['targets'] = {}
    const points: Record<string, [number, number]> = {}
    for (const wanted of intent.wanted) {
      const { point, control } = await this.#find(wanted, observation, run)
      if (control) targets[wanted.field] = control
      points[wanted.field] = [Math.round(point.x), Math.round(point.y)]
    }
    return { action: actionOf({ ...intent, fields: { ...intent.fields, ...points } }), targets }
  }

  async #find(wanted: Wanted, observation: Observation, run: RunControl): Promise<Found> {
    const said: string[] = []
    for (const source of this.#sources) {
      await run.checkpoint()
      try {
        return await source.find(wanted, observation, run)
      } catch (error) {
        if (!(error instanceof GroundFault) || error.ambiguous) throw error
        said.push(error.message)
      }
    }
    throw new GroundFault(said.join(' ') || `There is no way to find “${wanted.description}” here.`)
  }
}

/** Null where the tree does not have it, but the picture may. Throws GroundFault for an ambiguous text. */
async function spanOf(
  intent: Intent,
  observation: Observation,
  findTexts: FindTexts,
  run: RunControl,
): Promise<Grounded | null> {
  const { starting_phrase, ending_phrase } = intent.fields
  const phrases = { starting_phrase: String(starting_phrase), ending_phrase: String(ending_phrase) }
  try {
    const { span, ...points } = await groundSpan(phrases, observation, findTexts, run)
    return {
      action: actionOf({ ...intent, fields: { ...intent.fields, ...points } }),
      targets: {},
      ...(span ? { span } : {}),
    }
  } catch (error) {
    if (error instanceof ToolError || (error instanceof GroundFault && !error.ambiguous)) return null
    throw error
  }
}

/** Finds points by the accessibility tree: free and exact. */
export const treeSource: GroundingSource = {
  async find({ description, by }, observation, run) {
    await run.checkpoint()
    if (by !== 'element') {
      throw new GroundFault(
        `The text “${description}” is not in the tree. Select text by keys: click into it, then hold_and_press(["shift"], ["end"]).`,
      )
    }
    const control = findByDescription(description, observation)
    return { point: pointOn(control, observation), control }
  },
}

export class TreeGrounding extends SourcedGrounding {
  constructor() {
    super([treeSource])
  }
}

/** Gives the middle of the visible part of a control. Throws GroundFault when nothing of it is visible. */
function pointOn(control: Control, { windows, window }: Observation): ScreenPoint {
  const own = windows.find(({ id }) => id === control.window_id) ?? window
  const seen = own ? intersection(screenRect(control.bounds), own.bounds) : screenRect(control.bounds)
  if (!seen) {
    throw new GroundFault(
      `The ${control.role} “${control.name}” is outside of its window: scroll to it first.`,
    )
  }
  return centreOf(seen)
}

/** Throws GroundFault for an action that does not fit the schema. */
export function actionOf({ type, fields }: Pick<Intent, 'type' | 'fields'>): Action {
  const parsed = actionSchema.safeParse({ type, ...fields })
  if (!parsed.success) throw new GroundFault(`${type} can't be done so: ${z.prettifyError(parsed.error)}`)
  return parsed.data
}

/** Gives the innermost listed control at a point, which a press there would meet; null where none is listed. */
export function controlAt(
  [x, y]: readonly [number, number],
  { controls, windows }: Observation,
): Control | null {
  const front = windows.find(({ bounds, minimized }) => !minimized && contains(bounds, { x, y }))
  const there = controls.filter(
    ({ bounds, states, window_id }) =>
      contains(bounds, { x, y }) &&
      !states.includes('offscreen') &&
      (front === undefined || front.id === window_id),
  )
  const area = ({ bounds }: Control) => bounds.width * bounds.height
  return there.toSorted((a, b) => b.depth - a.depth || area(a) - area(b))[0] ?? null
}
