// Parses what the Responses API sends for a computer-use model: checks its items, and gives their acts in screen space.
import { z } from 'zod'
import { pointSchema, type Point } from '../../../src-preload/contract/geometry.ts'
import type { ScreenPoint } from '../../core/geometry.ts'
import { OperatorFault } from './fault.ts'
import { safetyCheckSchema, type OperatorAction } from './reply.ts'

const itemSchema = z.looseObject({ type: z.string() })
const computerCallSchema = z.looseObject({
  call_id: z.string(),
  pending_safety_checks: z.array(safetyCheckSchema).nullish(),
  /** One act, from `computer_use_preview`; `actions` holds several, from `computer`. */
  action: z.unknown().optional(),
  actions: z.array(z.unknown()).nullish(),
})
const functionCallSchema = z.looseObject({ call_id: z.string(), name: z.string(), arguments: z.string() })
const messageSchema = z.looseObject({
  content: z.array(
    z.looseObject({ type: z.string(), text: z.string().optional(), refusal: z.string().optional() }),
  ),
})
const reasoningSchema = z.looseObject({ summary: z.array(z.looseObject({ text: z.string() })).default([]) })

export const responseSchema = z.looseObject({
  id: z.string().min(1),
  status: z.string().nullish(),
  output: z.array(itemSchema),
  error: z.looseObject({ message: z.string() }).nullish(),
  incomplete_details: z.looseObject({ reason: z.string().nullish() }).nullish(),
})
export type WireResponse = z.infer<typeof responseSchema>

export interface ComputerCall {
  call_id: string
  checks: z.infer<typeof safetyCheckSchema>[]
  acts: unknown[]
}
export interface FunctionCall {
  call_id: string
  name: string
  /** JSON. */
  arguments: string
}

export interface Items {
  calls: ({ kind: 'computer'; call: ComputerCall } | { kind: 'function'; call: FunctionCall })[]
  /** The model's message to the person. */
  text: string
  refusal: string | null
  /** The summary of the model's thoughts. */
  thought: string
}

/** Gives the relevant items, in order. Throws ZodError for one that does not have the form of its type. */
export function itemsOf({ output }: WireResponse): Items {
  const items: Items = { calls: [], text: '', refusal: null, thought: '' }
  for (const item of output) {
    if (item.type === 'computer_call') {
      const { call_id, pending_safety_checks, action, actions } = computerCallSchema.parse(item)
      // The field that is not used is null.
      const acts = actions ?? (action == null ? [] : [action])
      items.calls.push({ kind: 'computer', call: { call_id, checks: pending_safety_checks ?? [], acts } })
    } else if (item.type === 'function_call') {
      items.calls.push({ kind: 'function', call: functionCallSchema.parse(item) })
    } else if (item.type === 'message') {
      for (const part of messageSchema.parse(item).content) {
        items.text = joined(items.text, part.text)
        items.refusal = part.refusal ?? items.refusal
      }
    } else if (item.type === 'reasoning') {
      for (const { text } of reasoningSchema.parse(item).summary) items.thought = joined(items.thought, text)
    }
  }
  return items
}

const joined = (text: string, more: string | undefined): string =>
  [text, more?.trim()].filter((part) => part).join('\n')

const held = z.array(z.string()).nullish()
const { x, y } = pointSchema.shape
const actSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('click'),
    button: z.enum(['left', 'right', 'wheel', 'middle', 'back', 'forward']).default('left'),
    x,
    y,
    keys: held,
  }),
  z.object({ type: z.literal('double_click'), x, y, keys: held }),
  z.object({ type: z.literal('drag'), path: z.array(pathPoint()).min(2, 'two points or more'), keys: held }),
  z.object({ type: z.literal('keypress'), keys: z.array(z.string().min(1)).min(1) }),
  z.object({ type: z.literal('move'), x, y, keys: held }),
  z.object({ type: z.literal('screenshot') }),
  z.object({ type: z.literal('scroll'), x, y, scroll_x: z.number(), scroll_y: z.number(), keys: held }),
  z.object({ type: z.literal('type'), text: z.string() }),
  z.object({ type: z.literal('wait'), ms: z.number().min(0).max(60_000).nullish() }),
]) // prettier-ignore

/** Points of a path come as objects, but from some services as pairs. */
function pathPoint() {
  const pair = z.tuple([z.number(), z.number()]).transform(([px, py]): Point => ({ x: px, y: py }))
  return z.union([pointSchema, pair])
}

/** Scrolled pixels that count as one notch of a wheel. */
const PIXELS_PER_NOTCH = 100
const MAX_NOTCHES = 100
const WAIT_SECONDS = 2

/** Reads one act of a computer call. Throws OperatorFault with its fault. */
export function actionOf(act: unknown, toScreen: (point: Point) => ScreenPoint): OperatorAction {
  const parsed = actSchema.safeParse(spelled(act))
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`)
    throw new OperatorFault(`This action can't be read (${issues.join('; ')}).`)
  }
  const { data } = parsed
  const keys = ('keys' in data ? data.keys : null) ?? []
  switch (data.type) {
    case 'click':
      // The back and forward buttons of a mouse do the same as these keys, which every desktop has.
      if (data.button === 'back') return { type: 'keypress', keys: ['Alt', 'Left'] }
      if (data.button === 'forward') return { type: 'keypress', keys: ['Alt', 'Right'] }
      return { type: 'click', point: toScreen(data), button: buttonOf(data.button), times: 1, keys }
    case 'double_click':
      return { type: 'click', point: toScreen(data), button: 'left', times: 2, keys }
    case 'drag':
      return { type: 'drag', path: data.path.map(toScreen), keys }
    case 'keypress':
      return data
    case 'move':
      return { type: 'move', point: toScreen(data), keys }
    case 'scroll':
      // In the service's coordinates, positive scrolls down and to the right.
      return {
        type: 'scroll',
        point: toScreen(data),
        up: notches(-data.scroll_y),
        left: notches(-data.scroll_x),
        keys,
      }
    case 'wait':
      return { type: 'wait', seconds: data.ms == null ? WAIT_SECONDS : data.ms / 1000 }
    default:
      return data
  }
}

/**
 * Accepts `scrollY` for `scroll_y`, which some services write. One of the two axes may be left out, but not both: nothing would be
 * scrolled.
 */
function spelled(act: unknown): unknown {
  const parsed = scrollSchema.safeParse(act)
  if (!parsed.success) return act
  const { scrollX, scrollY, scroll_x = scrollX, scroll_y = scrollY } = parsed.data
  return scroll_x === undefined && scroll_y === undefined
    ? act
    : { ...parsed.data, scroll_x: scroll_x ?? 0, scroll_y: scroll_y ?? 0 }
}
const way = z.unknown().optional()
const scrollSchema = z.looseObject({
  type: z.literal('scroll'),
  scroll_x: way,
  scroll_y: way,
  scrollX: way,
  scrollY: way,
})

const buttonOf = (button: 'left' | 'right' | 'wheel' | 'middle') => (button === 'wheel' ? 'middle' : button)

/** Gives at least one notch for any scrolling. */
function notches(pixels: number): number {
  if (pixels === 0) return 0
  const count = Math.max(1, Math.round(Math.abs(pixels) / PIXELS_PER_NOTCH))
  return Math.sign(pixels) * Math.min(MAX_NOTCHES, count)
}
