// Puts Grounding together: the tree, then a grounding model where one is set up, then the text on the picture.
import type { StartProgram } from '../../core/child-program.ts'
import type { Logger } from '../../core/logger.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { Model } from '../../models/model.ts'
import { SourcedGrounding, treeSource, type Grounding } from './grounding.ts'
import { ModelSource } from './model.ts'
import { OcrSource } from './picture-text.ts'
import type { ModelSpace } from '../../models/model-space.ts'
import { installedTesseract } from '../ocr/command.ts'
import { OcrProgram, type OcrProgramOptions } from '../ocr/program.ts'
import type { OcrEngine } from '../ocr/ocr.ts'

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

const LANGUAGES = ['eng', 'chi_sim']

/** Disposing it ends its OCR program. */
export function createGrounding(options: GroundingOptions): Grounding & AsyncDisposable {
  const { model, pictureSize, space = 'auto', languages = LANGUAGES, env, logger, startProgram } = options
  const ocr = new InstalledOcr({ languages, env, logger, startProgram })
  const grounding = new SourcedGrounding([
    treeSource,
    new ModelSource(model, { pictureSize, space }),
    new OcrSource(ocr, model),
  ])
  return {
    ground: (intent, observation, run, findTexts) => grounding.ground(intent, observation, run, findTexts),
    [Symbol.asyncDispose]: () => ocr[Symbol.asyncDispose](),
  }
}

/** Uses the `tesseract` program if it is installed with all languages, else the WebAssembly build; looks for it when it is first needed. */
class InstalledOcr implements OcrEngine, AsyncDisposable {
  readonly #options: OcrProgramOptions
  readonly #program: OcrProgram
  #engine: Promise<OcrEngine> | null = null

  constructor(options: OcrProgramOptions) {
    this.#options = options
    this.#program = new OcrProgram(options)
  }

  async read(png: Buffer, run: RunControl): Promise<string> {
    const engine = await run.race((this.#engine ??= this.#choose()))
    return engine.read(png, run)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#program[Symbol.asyncDispose]()
  }

  async #choose(): Promise<OcrEngine> {
    const { languages, env } = this.#options
    return (await installedTesseract({ languages, env })) ?? this.#program
  }
}
