// Reads an act in an interface of another language as if that were in English, by what its own catalogues call its labels, so that the
// words of the rules need to be in no list of languages.
import { readableName } from '../matching/label.ts'
import type { Facts } from './facts.ts'
import type { Act } from './gate.ts'

/** Returns the act once for each English name that what it presses may have. None in a page, which is in its author's language. */
export function actsInEnglish({ act, around, inPage, window }: Facts): Act[] {
  if (inPage || window === null) return []
  const { target, parameters } = act
  const meanings = (label: string) => around.english(window.process_name, label)
  const first = (label: string) => meanings(label)[0] ?? label
  const path = Array.isArray(parameters['path']) ? parameters['path'].map(String) : null
  const pressed = path?.at(-1) ?? (target.control ? readableName(target.control) : target.default_button)
  return meanings(pressed ?? '').map((name) => ({
    ...act,
    parameters: path ? { ...parameters, path: [...path.slice(0, -1).map(first), name] } : parameters,
    target: {
      ...target,
      window: { ...window, title: first(window.title) },
      control: target.control && { ...target.control, name: path ? first(target.control.name) : name },
      default_button: target.default_button && first(target.default_button),
      within: target.within?.map((holder) => ({ ...holder, name: first(holder.name) })),
    },
  }))
}
