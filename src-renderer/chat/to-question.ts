// Goes to the end of the conversation, or to the question that is open there, also where it is not on the screen: another run is
// shown, or the person has scrolled up.
import { create } from 'zustand'
import { focusQuestion } from '../dialogs/focus-question.ts'
import { navigate, usePlace } from '../state/place.ts'
import { useDeskhand } from '../state/store.ts'

/** Counts the requests to show the end of the shown run; `focus` is set for its question. */
export const useEndWanted = create(() => ({ times: 0, focus: false }))

export const wantEnd = (focus = false): void =>
  useEndWanted.setState(({ times }) => ({ times: times + 1, focus }))

/** Goes to the next question that needs the person: that of the shown run comes first. */
export function goToQuestion(): void {
  if (focusQuestion()) return
  const { runs } = useDeskhand.getState()
  const shown = usePlace.getState().run
  const asking = runs?.filter((run) => run.status === 'asking' && run.asks !== 'new_request') ?? []
  const run = asking.find((line) => line.run === shown) ?? asking[0]
  if (!run) return
  // A conversation that is drawn anew begins at its end, and its question takes the focus.
  if (run.run === shown) wantEnd(true)
  navigate('run', run.run)
}
