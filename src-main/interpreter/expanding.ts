// Carries out `expand CONTROL` and `collapse CONTROL`: rows of trees by keys, all else by a click, until the state is as written.
import type { Control, ControlRole } from '../core/desktop.ts'
import { sameLabel } from '../matching/agreement.ts'
import { readableName } from '../matching/label.ts'
import { byIdOf, standsIn } from '../matching/places.ts'
import type { ClauseOf } from './clauses.ts'
import { findByPhrase, shortName } from './matching.ts'
import { act, call, fail, waitOr, withControl, withoutMissed, type Move, type Scene } from './moves.ts'
import { outcomeOf } from './progress.ts'

/** A click selects these, and keys open them. */
const ROWS: ReadonlySet<ControlRole> = new Set<ControlRole>(['tree item', 'row', 'cell', 'list item'])
/** Its rows take the keyboard without being selected; a click on one may do anything. */
const PAGE: ReadonlySet<ControlRole> = new Set<ControlRole>(['web page'])
/** Roles whose whole purpose may be `Expand all`. */
const PRESSED: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'button',
  'toggle button',
  'link',
  'menu item',
])

/** Keys in the order in which they are tried: trees of GTK 2 and 3 take the second, where the first only goes to another column. */
const KEYS = { expanded: ['Right', 'Shift+Right'], collapsed: ['Left', 'Shift+Left'] } as const

const tellsIt = ({ states }: Control): boolean => states.includes('expanded') || states.includes('collapsed')

export function setExpanded({ control, wanted, words }: ClauseOf<'expand'>, current: Scene): Move {
  const scene = { ...current, trail: withoutMissed(current.trail) }
  const acts = scene.trail.filter(({ phase }) => phase === 'act')
  const last = acts.at(-1)
  const outcome = last ? outcomeOf(last.step) : null
  if (outcome?.ok === false) return fail(outcome.reason)
  if (last && isCalled(words, last.step.actions[0]?.arguments['name'])) return { do: 'done' }
  const button = scene.controls.find(({ role, name }) => PRESSED.has(role) && isCalled(words, name))
  if (button) return press(button)

  const turn = (found: Control): Move => {
    if (found.states.includes(wanted)) return { do: 'done' }
    const unchanged = last ? 'has not been' : 'is nothing that can be'
    const keys = ROWS.has(found.role) ? KEYS[wanted][acts.length] : undefined
    if (!tellsIt(found) || (last && keys === undefined))
      return waitOr(scene, `The ${shortName(found)} ${unchanged} ${wanted}.`)
    if (keys === undefined) return press(found)
    const acting =
      last || standsIn(found, PAGE, byIdOf(scene.controls))
        ? [call('keyboard_input', { keys, ...on(found) })]
        : [call('select_item', on(found)), call('keyboard_input', { keys })]
    return act(acting, `The ${shortName(found)} is meant.`)
  }
  const own = scene.controls.filter(tellsIt)
  return findByPhrase(control, own, 'any', scene.windows).found.length > 0
    ? withControl(control, 'any', { ...scene, controls: own }, turn)
    : withControl(control, 'item', scene, turn)
}

/** Whether a control is called by the whole clause: `Expand all`. */
const isCalled = (words: string, name: unknown): boolean =>
  typeof name === 'string' && name !== '' && sameLabel(words, name)

const on = (control: Control): { id: string; name: string } => ({
  id: control.id,
  name: readableName(control),
})

const press = (found: Control): Move =>
  act([call('click_input', on(found))], `The ${shortName(found)} is meant.`)
