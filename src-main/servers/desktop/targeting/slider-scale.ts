// Gives a number as a slider counts it: of one from 0 to 1 a person says the percentage.
import type { RunControl } from '../../../core/run-control.ts'
import type { Platform } from '../../../platform/platform.ts'

export interface Scaled {
  /** The number on the slider's own scale; null where it lies beyond its ends. */
  number: number | null
  least: number
  most: number
}

/** Gives `number` on the scale of the slider `ref`; null where the slider tells no ends. */
export async function onScale(
  platform: Platform,
  ref: string,
  number: number,
  run: RunControl,
): Promise<Scaled | null> {
  const range = await platform.range?.(ref, run)
  if (!range || range.most <= range.least) return null
  if (number >= range.least && number <= range.most) return { ...range, number }
  const isShare = range.least === 0 && range.most === 1 && number > 1 && number <= 100
  return { ...range, number: isShare ? number / 100 : null }
}
