// Keeps the names and pins that a person has given to runs, and which runs leave the list until they are deleted for good.
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import type { RunLabels } from '../../src-preload/contract/calls/history.ts'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { ask } from '../state/commands.ts'
import { navigate, usePlace } from '../state/place.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useFresh } from '../state/use-fresh.ts'
import { toast, TOAST_MS } from '../ui/toast.tsx'

export type Label = RunLabels[string]
export const NO_LABEL: Label = { title: null, pinned: false }

export function useLabels(): RunLabels {
  const answer = useAnswer('list_labels', {})
  useFresh(answer, 'labels')
  return answer.value?.labels ?? {}
}

/** Runs that are no longer shown and can still be restored. */
export const useLeavingRuns = create<{ runs: ReadonlySet<string> }>(() => ({ runs: new Set() }))

const setLeaving = (run: string, leaves: boolean): void =>
  useLeavingRuns.setState(({ runs }) => {
    const next = new Set(runs)
    if (leaves) next.add(run)
    else next.delete(run)
    return { runs: next }
  })

/** Removes a run from the list, and deletes it unless the person undoes that. A window that closes earlier deletes nothing. */
export function useLeaving(): (run: RunSummary) => void {
  const { t } = useTranslation()
  return ({ run }) => {
    setLeaving(run, true)
    if (usePlace.getState().run === run) navigate('new')
    const timer = setTimeout(
      () => void ask('delete_run', { run }).finally(() => setLeaving(run, false)),
      TOAST_MS,
    )
    toast(t('frame.deleted'), {
      label: t('frame.undo'),
      onAct: () => {
        clearTimeout(timer)
        setLeaving(run, false)
      },
    })
  }
}
