// Goes to the open question, also where it is not on the screen: another run is shown, or the person has scrolled up.
import { create } from 'zustand'
import { focusQuestion } from '../dialogs/focus-question.ts'
import { navigate, usePlace } from '../state/place.ts'
import { useDeskhand } from '../state/store.ts'

/** Counts how often the question of the shown run was asked for; its conversation answers by showing its end. */
export const useQuestionWanted = create(() => ({ times: 0 }))

/** The next question that needs the person: of the run that is shown first. */
export function goToQuestion(): void {
  if (focusQuestion()) return
  const { runs } = useDeskhand.getState()
  const shown = usePlace.getState().run
  const asking = runs?.filter((run) => run.status === 'asking' && run.asks !== 'new_request') ?? []
  const run = asking.find((line) => line.run === shown) ?? asking[0]
  if (!run) return
  // A conversation that is drawn anew begins at its end, and its question takes the focus.
  if (run.run === shown) useQuestionWanted.setState(({ times }) => ({ times: times + 1 }))
  navigate('run', run.run)
}
