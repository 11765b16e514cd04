// Reads the window that an act has opened from the act's result, and makes the act that chooses it.
import { z } from 'zod'
import { windowInfoSchema, type WindowInfo } from '../core/desktop.ts'
import type { DecidedAction } from './decision.ts'

const launchedSchema = z.object({ window: windowInfoSchema })

/** Returns null where the window is not known, or there is none. */
export const openedWindow = (result: unknown): WindowInfo | null =>
  launchedSchema.safeParse(result).data?.window ?? null

export const choiceOf = (window: WindowInfo): DecidedAction => ({
  function: 'select_application_window',
  arguments: { id: window.id, name: window.title },
  status: 'CONTINUE',
})
