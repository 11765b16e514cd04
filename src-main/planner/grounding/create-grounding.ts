// Puts Grounding together: the tree, then a grounding model where one is set up, then the text on the picture.
import type { StartProgram } from '../../core/child-program.ts'
import type { Logger } from '../../core/logger.ts'
import type { Model } from '../../models/model.ts'
import { SourcedGrounding, treeSource, type Grounding } from './grounding.ts'
import { ModelSource } from './model.ts'
import { OcrSource } from './picture-text.ts'
import type { ModelSpace } from '../../models/model-space.ts'
import { OcrCommand } from '../../ocr/command.ts'
import { OcrProgram, type OcrProgramOptions } from '../../ocr/program.ts'
import type { OcrEngine } from '../../ocr/ocr.ts'

export interface GroundingOptions {
  model: Model
  /** Longest side of the pictures for the role `grounding`, in pixels. */
  pictureSize: number
  /** Space that its model answers in; left out, by the model's name. */
  space?: ModelSpace | 'auto'
  /** Languages of the text on the screen, as Tesseract names them. */
  languages?: readonly string[]
  env: Record<string, string | undefined>
  logger: () => Logger
  startProgram?: StartProgram | undefined
}

/** What the models that come with Deskhand read. */
const LANGUAGES = ['eng', 'chi_sim']

/** Disposing it ends its OCR program. */
export function createGrounding(options: GroundingOptions): Grounding & AsyncDisposable {
  const { model, pictureSize, space = 'auto', languages = LANGUAGES, env, logger, startProgram } = options
  const ocr = engineFor({ env, logger, startProgram }, languages)
  const grounding = new SourcedGrounding([
    treeSource,
    new ModelSource(model, { pictureSize, space }),
    new OcrSource(ocr, model),
  ])
  return {
    ground: (intent, observation, run, findTexts) => grounding.ground(intent, observation, run, findTexts),
    [Symbol.asyncDispose]: async () => ocr[Symbol.asyncDispose]?.(),
  }
}

/** Chooses what reads pictures: what comes with Deskhand where it knows the languages, else the `tesseract` program. */
const engineFor = (
  options: OcrProgramOptions,
  languages: readonly string[],
): OcrEngine & Partial<AsyncDisposable> =>
  languages.every((language) => LANGUAGES.includes(language))
    ? new OcrProgram(options)
    : new OcrCommand({ languages, env: options.env })
