// Gives the part of a control's name that its application chose, without what a browser measures.
import type { Control } from '../core/desktop.ts'

/** What a browser adds to a tab's name by itself, seconds after its page has opened: “ - Memory usage - 23.4 MB”. */
const MEASURED = /\s[-–—]\s[^-–—]+[-–—:：]\s?[\d.,\s]*\d\s?\p{L}{1,3}$/u

/** A change of the rest is no effect of an act. */
export const steadyName = ({ role, name }: Pick<Control, 'role' | 'name'>): string =>
  role === 'tab' ? name.replace(MEASURED, '') : name
