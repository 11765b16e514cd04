// Finds where a program shows its result.
import type { Control, ControlRole } from '../core/desktop.ts'
import { readableName } from '../matching/label.ts'
import { byIdOf, holdersOf } from '../matching/places.ts'

/** Roles that are pressed, and so show no result. */
export const DOES_SOMETHING: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'button',
  'toggle button',
  'check box',
  'radio button',
  'switch',
  'menu item',
  'link',
])

/** Whether what a picture shows is not told: its name is no answer (qalculate's “Calculation result”). */
export const isSilent = ({ role, name, value, description }: Control): boolean =>
  role === 'image' && [value, description].every((text) => (text ?? '') === '' || text === name)

/**
 * Where a program shows its result: what says that it is that, else the largest field, document or text of several lines
 * that is part of no button. galculator's display is a text without a name, gnome-calculator's a source view. Null where it
 * is a picture that tells nothing: the field beside it has the input, which is no answer. Nor is an empty one (speedcrunch,
 * whose results have no object).
 */
export function displayOf(all: readonly Control[]): Control | null {
  const byId = byIdOf(all)
  // A browser's own fields show no result of a page.
  const page = all.find(({ role }) => role === 'web page')
  const controls = page ? all.filter((control) => holdersOf(control, byId).includes(page)) : all
  const inButton = (control: Control) => {
    const parent = control.parent === null ? undefined : byId.get(control.parent)
    return parent !== undefined && /button|menu|tab|link/.test(parent.role)
  }
  const called = controls.filter(
    (control) =>
      !DOES_SOMETHING.has(control.role) && !inButton(control) && SAYS_RESULT.test(readableName(control)),
  )
  const [named] = byArea(called)
  if (named) return isSilent(named) ? null : named
  const shown = controls.filter(
    (control) =>
      (control.role === 'edit' ||
        control.role === 'document' ||
        (control.role === 'text' && (control.states.includes('multiline') || control.value !== null))) &&
      control.value !== '' &&
      !inButton(control),
  )
  // KCalc draws its display itself: the name of that control is what it shows.
  const drawn = controls.filter(
    (control) => !DOES_SOMETHING.has(control.role) && !inButton(control) && NUMBER.test(control.name),
  )
  return byArea(shown)[0] ?? byArea(drawn)[0] ?? null
}

/** Matches a whole name, with at most one word before it: “Search results” is a list of many. */
const SAYS_RESULT = /^(\w+ )?(display|result|answer)$/i
const NUMBER = /^[-+−]?(\d[\d\s.,'’]*([eE][-+]?\d+)?|nan|inf|∞)$/i

/** Sorts by size, the largest first; of two equal ones, the upper first. */
export function byArea(controls: Control[]): Control[] {
  const area = ({ bounds }: Control) => bounds.width * bounds.height
  return controls.toSorted((a, b) => area(b) - area(a) || a.bounds.y - b.bounds.y)
}
