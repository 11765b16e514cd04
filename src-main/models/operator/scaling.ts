// Scales between the picture that a computer-use model gets and the screen: sizes, and the points of its answers.
import type { Point } from '../../../src-preload/contract/geometry.ts'
import type { Picture } from '../../core/desktop.ts'
import {
  isInModelSpace,
  modelPoint,
  modelToScreen,
  screenRect,
  type ScreenPoint,
  type Size,
} from '../../core/geometry.ts'
import { sizeOfSpace, sizeToSend, spaceOf, type ModelSpace } from '../model-space.ts'
import { resizePicture } from '../pictures.ts'
import { OperatorFault } from './fault.ts'

export interface Scaled {
  /** The picture that the model is sent. */
  picture: Picture
  /** Converts a point of the model's answer to the screen. Throws OperatorFault for a point outside the picture. */
  toScreen: (point: Point) => ScreenPoint
}

export interface Scale {
  /** `provider/model` */
  model: string
  /** Longest side of the picture that is sent, in pixels. */
  maxSide: number
  space: ModelSpace | 'auto'
}

/** Takes in `picture` the desktop in its own pixels; its `bounds` are the part of the screen that it shows. */
export async function scaleFor(picture: Picture, { model, maxSide, space }: Scale): Promise<Scaled> {
  const preset = spaceOf(model, space)
  const sent = sizeToSend(picture, maxSide, preset)
  const answers = sizeOfSpace(preset, sent)
  const shown = screenRect(picture.bounds)
  return {
    picture: await resizePicture(picture, sent),
    toScreen: ({ x, y }) => {
      const point = modelPoint(x, y)
      if (isInModelSpace(point, answers)) return modelToScreen(point, answers, shown)
      throw new OperatorFault(`The point ${x},${y} is outside of the picture, ${sizeWords(answers)}.`)
    },
  }
}

const sizeWords = ({ width, height }: Size): string => `which is ${width} wide and ${height} high`
