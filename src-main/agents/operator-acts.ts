// Translates what a computer-use model wants to do into acts of this project's tools on the whole desktop: so the gate sees what
// is at the point or has the focus, and every effect is verified.
import { missingCaseError } from '../core/control-flow.ts'
import { screenToFraction, type ScreenPoint, type ScreenRect } from '../core/geometry.ts'
import type { OperatorAction } from '../models/operator/reply.ts'
import { isModifier } from '../safety/keys.ts'
import type { DecidedAction } from './decision.ts'

/** The longest single wait, in seconds. */
const LONGEST_WAIT = 60

const ON = { on: 'desktop' } as const
const act = (name: string, args: Record<string, unknown>): DecidedAction => ({
  function: name,
  arguments: args,
  status: 'CONTINUE',
})

/** Returns the acts of an action, in order; none for a look at the screen. `desktop` is the part of the screen that the model saw. */
export function actsOf(action: OperatorAction, desktop: ScreenRect): DecidedAction[] {
  const at = (point: ScreenPoint) => screenToFraction(point, desktop)
  switch (action.type) {
    case 'click': {
      const { point, button, times, keys } = action
      const how = { button, num_clicks: times, ...held(keys) }
      return [act('click_on_coordinates', { ...at(point), ...how, ...ON })]
    }
    case 'move':
      return [act('move_on_coordinates', { ...at(action.point), ...ON })]
    case 'scroll': {
      const turn = (wheel_dist: number, horizontal: boolean) =>
        wheel_dist === 0
          ? []
          : [
              act('wheel_mouse_input', {
                ...at(action.point),
                wheel_dist,
                horizontal,
                ...held(action.keys),
                ...ON,
              }),
            ]
      return [...turn(action.up, false), ...turn(action.left, true)]
    }
    case 'drag':
      return [drag(action.path.map(at), action.keys)]
    case 'type':
      return typing(action.text)
    case 'keypress':
      return [act('keyboard_input', { keys: chordsOf(action.keys), ...ON })]
    case 'wait':
      return [act('wait', { seconds: Math.min(LONGEST_WAIT, action.seconds) })]
    case 'screenshot':
      return []
    case 'call':
      return [act(action.name, action.arguments)]
    default:
      return missingCaseError(action)
  }
}

const held = (keys: readonly string[]) => (keys.length > 0 ? { key_hold: keys.map(keyOf).join('+') } : {})

function drag(path: readonly { x: number; y: number }[], keys: readonly string[]): DecidedAction {
  const from = path[0] ?? { x: 0, y: 0 }
  const to = path.at(-1) ?? from
  return act('drag_on_coordinates', {
    start_x: from.x,
    start_y: from.y,
    end_x: to.x,
    end_y: to.y,
    via: path.slice(1, -1).map(({ x, y }): [number, number] => [x, y]),
    ...held(keys),
    ...ON,
  })
}

/** Replaces a line break at the end by the key Enter, because these models submit typed text in that way. */
function typing(text: string): DecidedAction[] {
  const enter = /\r?\n$/.test(text)
  return [act('type_text', { text: enter ? text.replace(/\r?\n$/, '') : text, enter, ...ON })]
}

/** Names a blank and a plus, which would otherwise separate keys. */
const keyOf = (key: string): string => (key === ' ' ? 'Space' : key === '+' ? 'plus' : key.trim())

/** Returns the keys of one word: `ctrl+shift+t` are three. */
const partsOf = (word: string): string[] =>
  word.length > 1
    ? word
        .trim()
        .replace(/\+\+$/, '+plus')
        .split('+')
        .filter((part) => part !== '')
    : [keyOf(word)]

/**
 * `CTRL`, `S` is one chord; `DOWN`, `DOWN` are two; `SHIFT`, `DOWN`, `DOWN` are two with Shift held; a chord in one word stays one:
 * `ctrl+a`, `Delete` are two.
 */
function chordsOf(keys: readonly string[]): string {
  const words = keys.map(partsOf).filter((parts) => parts.length > 0)
  const modifiers = words.filter((parts) => parts.every(isModifier)).flat()
  const others = words.filter((parts) => !parts.every(isModifier))
  const chord = (parts: readonly string[]) =>
    [...new Map([...modifiers, ...parts].map((key) => [key.toLowerCase(), key])).values()].join('+')
  return others.length === 0 ? chord([]) : others.map(chord).join(' ')
}
