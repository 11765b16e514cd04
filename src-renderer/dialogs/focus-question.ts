// Finds the open question, and the safe answer in it, from anywhere in the window.

const QUESTION = '[data-open-question]'
const SAFE = '[data-safe]'

/** Shows the box and focuses its safe answer; false when there is none on the screen. */
export function focusQuestion(box: Element | null = document.querySelector(QUESTION)): boolean {
  const safe = box?.querySelector<HTMLElement>(SAFE)
  if (!safe) return false
  box?.scrollIntoView({ block: 'nearest' })
  safe.focus({ preventScroll: true })
  return true
}

/** Focuses a question that has just come, unless the person is writing something. */
export function offerFocus(box: Element | null): void {
  const active = document.activeElement
  const field = active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement
  if (!field || active.value === '') focusQuestion(box)
}
