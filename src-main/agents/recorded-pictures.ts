// The pictures of earlier steps, read back from the run folder.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Context } from '../core/context.ts'
import type { Picture } from '../core/desktop.ts'
import type { StepRecord } from '../models/input.ts'

/** Name of the picture of a step, within the run folder. */
export const stepPicturePath = (step: number): string => `action_step${step}.png`

/** One picture per step that has one, oldest first. What part of the screen they show is not known any more. */
export async function recordedPictures(context: Context, steps: readonly StepRecord[]): Promise<Picture[]> {
  const folder = context.get('LOG_PATH')
  const found = await Promise.all(steps.map(({ step }) => pictureAt(join(folder, stepPicturePath(step)))))
  return found.filter((picture) => picture !== null)
}

async function pictureAt(path: string): Promise<Picture | null> {
  try {
    const data = await readFile(path)
    const { width, height } = await sharp(data).metadata()
    return { data: data.toString('base64'), width, height, bounds: { x: 0, y: 0, width, height } }
  } catch {
    // A step without a picture, or one whose picture was not saved: it is judged by its words.
    return null
  }
}
