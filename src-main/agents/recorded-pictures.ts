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

/**
 * Returns one picture per step that has one, oldest first, then the final one, without those that show the same as the one
 * before. Which part of the screen they show is no longer known.
 */
export async function recordedPictures(
  context: Context,
  { steps, level }: { steps: readonly StepRecord[]; level: 'session' | 'round' },
): Promise<Picture[]> {
  const folder = context.get('LOG_PATH')
  const names = [...steps.map(({ step }) => stepPicturePath(step)), finalPicturePath(level, context)]
  const found = await Promise.all(names.map((name) => pictureAt(join(folder, name))))
  const pictures = found.filter((picture) => picture !== null)
  return pictures.filter(({ data }, index) => data !== pictures[index - 1]?.data)
}

async function pictureAt(path: string): Promise<Picture | null> {
  try {
    const data = await readFile(path)
    const sharp = await loadSharp()
    const { width, height } = await sharp(data).metadata()
    return { data: data.toString('base64'), width, height, bounds: { x: 0, y: 0, width, height } }
  } catch {
    // A step has no picture, or it was not saved: then the step is judged by its words.
    return null
  }
}
