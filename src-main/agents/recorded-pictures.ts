// Reads the pictures of a run back from its folder: what each step saw before it acted, and how the screen looked in the end.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadSharp } from '../core/load-sharp.ts'
import type { Context } from '../core/context.ts'
import type { Picture } from '../core/desktop.ts'
import type { StepRecord } from '../models/input.ts'

/** Name of the picture of a step, within the run folder. */
export const stepPicturePath = (step: number): string => `action_step${step}.png`

/** Name of the picture that was taken at the end of the session or round, within the run folder. */
const finalPicturePath = (level: 'session' | 'round', context: Context): string =>
  level === 'session' ? 'action_step_final.png' : `action_round_${context.get('CURRENT_ROUND_ID')}_final.png`

/** Evidence codes that tell little, so that only a picture shows the effect. */
const UNREAD: ReadonlySet<string> = new Set([
  'pixels', 'text_unread', 'typed_unread', 'selection_unread', 'tab_unread', 'state_unread', 'selected_unread', 'not_in_tree',
  'shown_unread', 'typed_nowhere', 'not_typed', 'own_way', 'more_changed', 'changed_typed', 'unverified', 'no_answer',
]) // prettier-ignore

/** Tells whether an act was done and its effect was not read. */
const hasUnread = ({ actions }: StepRecord): boolean =>
  actions.some(
    ({ effect, told = [] }) =>
      effect !== null && effect !== 'confirmed' && told.every(({ code }) => UNREAD.has(code)),
  )

/**
 * Returns the final picture, and before it the one after the last act whose effect was not read; the record shows the rest. With `ends`,
 * the first and the final one. The part of the screen that they show is no longer known.
 */
export async function recordedPictures(
  context: Context,
  { steps, level, ends }: { steps: readonly StepRecord[]; level: 'session' | 'round'; ends: boolean },
): Promise<Picture[]> {
  const folder = context.get('LOG_PATH')
  const unread = steps.findLastIndex(hasUnread)
  const shown = ends ? steps : unread < 0 ? [] : steps.slice(unread + 1)
  const first = await firstPicture(shown.map(({ step }) => join(folder, stepPicturePath(step))))
  const final = await pictureAt(join(folder, finalPicturePath(level, context)))
  return [first, first?.data === final?.data ? null : final].filter((picture) => picture !== null)
}

async function firstPicture(paths: readonly string[]): Promise<Picture | null> {
  for (const path of paths) {
    const picture = await pictureAt(path)
    if (picture) return picture
  }
  return null
}

async function pictureAt(path: string): Promise<Picture | null> {
  try {
    const data = await readFile(path)
    const sharp = await loadSharp()
    const { width, height } = await sharp(data).metadata()
    return { data: data.toString('base64'), width, height, bounds: { x: 0, y: 0, width, height } }
  } catch {
    // The step has no picture, or it was not saved, so the step is judged by its words.
    return null
  }
}
