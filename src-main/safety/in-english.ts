// Reads an act in an interface of another language as if that were in English, by what its own catalogues call its labels, so that the
// words of the rules need to be in no list of languages.
import { sameLabel } from '../matching/agreement.ts'
import { readableName } from '../matching/label.ts'
import { readingsOf } from '../matching/labels-in-english.ts'
import { factsOf, type Facts } from './facts.ts'
import { menuPath } from './words.ts'

/**
 * Returns the act in English, in each meaning of what it presses with each of every label around that. None where no label has a meaning, and
 * in a page, which is in its author's language.
 */
export function factsInEnglish(facts: Facts): Facts[] {
  const { act, around, inPage, window, dialog } = facts
  if (inPage || window === null) return []
  const { target, parameters } = act
  const path = Array.isArray(parameters['path']) ? menuPath(parameters['path']) : null
  const control = target.control && { ...target.control, name: readableName(target.control) }
  const { question = null, default_button, within } = target
  const meanings = (label: string | null): string[] =>
    readingsOf(label ?? '', (name) => around.english(window.process_name, name)).slice(1)
  const pressed = path?.at(-1) ?? (byDefault(facts) ? default_button : control?.name) ?? ''
  const texts = [...(path ?? []), control?.name ?? '', default_button, question, window.title]
  const ways = Math.max(
    ...[...texts, ...(within ?? []).map(({ name }) => name)].map((text) => meanings(text).length),
  )

  const reading = (way: number, name: string): Facts => {
    const inWay = (text: string): string => {
      const meant = meanings(text)
      return text === pressed ? name : (meant[Math.min(way, meant.length - 1)] ?? text)
    }
    // A title that no catalogue has tells nobody what an answer does.
    const title = dialog && meanings(window.title).length === 0 ? '' : inWay(window.title)
    const english = {
      ...target,
      window: { ...window, title },
      control: control && { ...control, name: inWay(control.name) },
      default_button: default_button && inWay(default_button),
      question: question && inWay(question),
      within: within?.map((holder) => ({ ...holder, name: inWay(holder.name) })),
    }
    const isRead = meanings(question).length > 0
    return factsOf(
      { ...act, parameters: path ? { ...parameters, path: path.map(inWay) } : parameters, target: english },
      isRead ? { ...around, speaksOther: false } : around,
    )
  }
  const names = meanings(pressed)
  return Array.from({ length: ways }, (_, way) =>
    (names.length > 0 ? names : [pressed]).map((name) => reading(way, name)),
  ).flat()
}

/** Whether it presses the dialog's default button, and not the control that has the keyboard. */
const byDefault = ({ keys, pressed, act: { target } }: Facts): boolean =>
  keys.includes('enter') && pressed !== null && sameLabel(pressed.name, target.default_button ?? '')
