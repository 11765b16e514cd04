// Finds what a person means that says only “scroll down”.
import type { Control } from '../core/desktop.ts'
import { readableName } from '../matching/label.ts'

const SCROLLABLE = /^(document|web page|list|tree|table|edit|group)$/

/** Finds the largest control that could scroll, because a person looks at that. */
export function scrollable(controls: readonly Control[]): Control | null {
  const area = ({ bounds }: Control) => bounds.width * bounds.height
  const fitting = controls.filter(({ role }) => SCROLLABLE.test(role) && role !== 'group')
  const all =
    fitting.length > 0
      ? fitting
      : controls.filter((control) => readableName(control) !== '' || control.role === 'group')
  return all.toSorted((a, b) => area(b) - area(a))[0] ?? null
}
