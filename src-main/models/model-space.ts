// Says in which space a model gives points: thousandths of a picture, or pixels of the picture as it was sent.
import type { Size } from '../core/geometry.ts'
import { fittingSize } from './pictures.ts'

export type ModelSpace = 'thousandths' | 'pixels'

interface SpacePreset {
  space: ModelSpace
  /** Models that see pictures in patches round the sides to multiples of this, and answer in pixels of the rounded picture. */
  multiple: number
}

const thousandths: SpacePreset = { space: 'thousandths', multiple: 1 }
const PATCH = 28

/** By `provider/model`, lower case; the first match counts. Sources: the makers' model cards, and Lybic 1.5 for Doubao. */
const PRESETS: [name: RegExp, preset: SpacePreset][] = [
  [/^doubao\/.*ui-?tars/, thousandths],
  [/doubao-.*vision|seed-?1[.-]\d/, thousandths],
  [/ui-?tars-?1[.-]5/, { space: 'pixels', multiple: PATCH }],
  [/ui-?tars/, thousandths],
  [/qwen-?2[.-]5-?vl/, { space: 'pixels', multiple: PATCH }],
  [/qwen-?[23](?:[.-]\d)?-?vl/, thousandths],
  [/gemini/, thousandths],
]

/** Gives the preset of a model. `set`: the configured space, which replaces the preset's. */
export function spaceOf(model: string, set: ModelSpace | 'auto' = 'auto'): SpacePreset {
  const preset = PRESETS.find(([name]) => name.test(model.toLowerCase()))?.[1]
  const found = preset ?? { space: 'pixels', multiple: 1 }
  return set === 'auto' ? found : { space: set, multiple: set === 'pixels' ? found.multiple : 1 }
}

/** Gives the size of the picture to send, so that the service does not have to resize it. */
export function sizeToSend(picture: Size, maxSide: number, { multiple }: SpacePreset): Size {
  const { width, height } = fittingSize(picture, maxSide)
  const whole = (side: number) => Math.max(multiple, Math.floor(side / multiple) * multiple)
  return { width: whole(width), height: whole(height) }
}

/** Gives the size of the space, for a picture in its sent size. */
export const sizeOfSpace = ({ space }: SpacePreset, sent: Size): Size =>
  space === 'thousandths' ? { width: 1000, height: 1000 } : { width: sent.width, height: sent.height }
