// Selects whole lines of a text by their numbers, where all of the text is known and each line's text stands there only once.
import type { ClauseOf } from './clauses.ts'
import { wholeTextIn } from './finding.ts'
import { act, call, fail, lastStep, waitOr, type Move, type Scene } from './moves.ts'
import { outcomeOf } from './progress.ts'

const BY_HAND = 'Say: go to line 2, press Home, press Shift+End.'

/** Lines are selected by their text, because a line that is wrapped has several ends for keys. */
export function selectLines({ from, to }: ClauseOf<'lines'>, scene: Scene): Move {
  const text = wholeTextIn(scene)
  if (text === null) return waitOr(scene, `The text is not known in full here. ${BY_HAND}`)
  const lines = text.split('\n')
  const [first, last] = [lines[from - 1], lines[to - 1]]
  if (first === undefined || last === undefined || (to === lines.length && last === '' && to > 1))
    return fail(`There is no line ${last === undefined || last === '' ? to : from} in the text.`)
  const isWhole = [first, last].every((line) => line !== '' && line === line.trim())
  if (!isWhole)
    return fail(`A line is empty or begins with blanks, so it can’t be found by its text. ${BY_HAND}`)
  return act(
    [call('select_text', { starting_phrase: first, ending_phrase: from === to ? '' : last })],
    `The text “${first}” is meant.`,
  )
}

/**
 * Undoes the deletion of a line. Its text and its break are two deletions of most editors (gedit), and one of others, so that the second is
 * undone only where the line has come back empty.
 */
export function restoreLine({ line }: ClauseOf<'restore line'>, scene: Scene): Move {
  const last = lastStep(scene)
  const undo = (phase: 'again' | 'act') =>
    act([call('keyboard_input', { keys: 'Ctrl+Z' })], `Line ${line} comes back.`, phase)
  if (last?.phase !== 'again') return undo('again')
  const outcome = outcomeOf(last.step)
  if (!outcome.ok) return fail(outcome.reason)
  return wholeTextIn(scene)?.split('\n')[line - 1] === '' ? undo('act') : { do: 'done' }
}
