// Defines the keys of the main window, beside those of the brake, which the app registers everywhere.
import { useEffect } from 'react'
import { usePlace } from '../state/place.ts'
import { useDeskhand } from '../state/store.ts'
import { togglePalette } from '../palette/open.ts'
import { isPressed } from '../ui/keys.ts'
import { brakedRun } from '../state/status.ts'
import { COMPOSER_ID, SEARCH_ID } from './ids.ts'
import { newRequest } from './new-request.ts'
import { goToQuestion } from './to-question.ts'
import { pauseOrResume, terminate } from './brake.tsx'

export const KEYS = {
  /** Browsers reserve Control+N. */
  newRequest: 'Alt+N',
  /** Finds runs, plans, views and actions by a few letters. */
  palette: 'CommandOrControl+K',
  search: 'Alt+S',
  /** The open question, wherever it is. */
  question: 'F8',
  composer: 'Alt+M',
} as const

export function useWindowKeys(): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const action = actionOf(event)
      if (!action) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
}

function actionOf(event: KeyboardEvent): (() => void) | null {
  if (isPressed(KEYS.newRequest, event)) return newRequest
  if (isPressed(KEYS.palette, event)) return togglePalette
  if (isPressed(KEYS.search, event)) return () => document.getElementById(SEARCH_ID)?.focus()
  if (isPressed(KEYS.composer, event)) return () => document.getElementById(COMPOSER_ID)?.focus()
  if (isPressed(KEYS.question, event)) return goToQuestion
  // Shortcuts that the app has registered globally are skipped, because a key would count twice.
  const { app, config, runs } = useDeskhand.getState()
  const shortcuts = config?.values.app.shortcuts
  const run = brakedRun(runs ?? [], usePlace.getState().run, app?.live)
  if (!shortcuts || !run) return null
  if (isPressed(shortcuts.pause, event) && !app?.shortcuts.pause) return () => pauseOrResume(run)
  if (isPressed(shortcuts.terminate, event) && !app?.shortcuts.terminate) return () => terminate(run)
  return null
}
