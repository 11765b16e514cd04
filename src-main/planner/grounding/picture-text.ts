// Finds points by the text on the picture: visible labels, and the ends of texts. Free where the phrase stands there once; where
// it stands there in other words or more than once, a model (role `text_span`) chooses.
import { ToolError } from '../../core/errors.ts'
import type { Observation, Picture } from '../../core/desktop.ts'
import { screenPoint, type ScreenPoint, type ScreenRect } from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { Model } from '../../models/model.ts'
import type { Wanted } from '../worker/agent-api.ts'
import { GroundFault } from './fault.ts'
import type { Found, GroundingSource } from './grounding.ts'
import { atPlace } from './place-words.ts'
import { fold } from '../../matching/fold.ts'
import { kindAt, kindIn } from '../../matching/kinds.ts'
import { wordsAt } from '../../matching/words.ts'
import { sidesIn, splitDescription, withoutArticle, withoutSides } from './words.ts'
import { placeBounds, placesOf, type Place } from '../../ocr/phrases.ts'
import { readWords, type OcrEngine, type ScreenWord } from '../../ocr/ocr.ts'
import { chooseWord } from './text-span.ts'

export class OcrSource implements GroundingSource {
  readonly #engine: OcrEngine
  readonly #model: Model
  /** Both ends of a text are searched on one picture, which is read only once. */
  readonly #read = new WeakMap<Picture, ScreenWord[]>()

  constructor(engine: OcrEngine, model: Model) {
    this.#engine = engine
    this.#model = model
  }

  async find(wanted: Wanted, { picture }: Observation, run: RunControl): Promise<Found> {
    if (!picture) throw new GroundFault('There is no picture to read it from.')
    const words = await this.#words(picture, run)
    const phrases = wanted.by === 'element' ? labelsIn(wanted.description) : [wanted.description]
    const said = phrases.map((phrase) => ({ phrase, places: placesOf(phrase, words) }))
    const { phrase = '', places: all = [] } = said.find(({ places }) => places.length > 0) ?? {}
    const places = wanted.by === 'element' ? placed(all, wanted.description, phrase) : all
    const [only, ...others] = places
    if (only && others.length === 0) return { point: pointOf(placeBounds(only), wanted), control: null }
    const chosen = await chooseWord(this.#model, wanted, among(words, places), picture, run)
    if (chosen) return { point: pointOf(chosen.bounds, wanted), control: null }
    throw only
      ? ambiguous(wanted, places)
      : new GroundFault(`The text of “${wanted.description}” was not found on the picture.`)
  }

  async #words(picture: Picture, run: RunControl): Promise<ScreenWord[]> {
    const known = this.#read.get(picture)
    if (known) return known
    try {
      const words = await readWords(this.#engine, picture, run)
      this.#read.set(picture, words)
      return words
    } catch (error) {
      if (error instanceof ToolError) throw new GroundFault(error.message)
      throw error
    }
  }
}

/** Lists possible labels of an element: the quoted text, else its description without its place and its kind. */
export function labelsIn(description: string): string[] {
  const quoted = [
    ...description.matchAll(
      /["“「『«]([^"“”「」『』«»]{1,200})["”」』»]|(?<![\p{L}\p{N}])'([^']{1,200})'(?![\p{L}\p{N}])/gu,
    ),
  ].map(([, double, single]) => (double ?? single ?? '').trim())
  if (quoted.length > 0) return quoted.slice(0, 1)
  const { head } = splitDescription(description)
  const bare = withoutArticle(head).trim()
  const kind = kindIn(bare.toLowerCase())?.word
  const at = kind === undefined ? -1 : bare.toLowerCase().lastIndexOf(kind)
  const label =
    at < 0 || kind === undefined ? bare : `${bare.slice(0, at)}${bare.slice(at + kind.length)}`.trim()
  // In “the Log in button” the words that seem to begin a clause may belong to the name.
  const whole = withoutArticle(description)
  const named = kind === undefined ? whole.slice(0, Math.max(0, kindAt(whole.toLowerCase()))).trim() : ''
  return [...new Set([named, label, bare, description, withoutSides(label)])].filter((text) => text !== '')
}

/**
 * Selects the places that the description's position words mean: “the second …”, “… at the bottom left”. Words in the label itself do not
 * count.
 */
function placed(places: readonly Place[], description: string, label: string): readonly Place[] {
  const text = fold(description)
  const at = wordsAt(text, fold(label))
  const around = at < 0 ? text : `${text.slice(0, at)} ${text.slice(at + fold(label).length)}`
  return atPlace(places, sidesIn(around), placeBounds)
}

/** If several places fit, a model chooses among their words only. */
const among = (words: ScreenWord[], places: readonly Place[]): readonly ScreenWord[] =>
  places.length > 0
    ? words.filter(({ line }) => places.some((place) => place.some((word) => word.line === line)))
    : words

/** Pixels from a letter's ink to the point after its cell, where a terminal selects it. Less than half of a blank. */
const behind = (height: number): number => Math.min(4, Math.max(2, height * 0.2))

/** Gives a point just before the first letter, just after the last one, or in the middle. */
function pointOf({ x, y, width, height }: ScreenRect, { by }: Wanted): ScreenPoint {
  const middle = y + height / 2
  if (by === 'first word') return screenPoint(Math.round(x), Math.round(middle))
  if (by === 'last word') return screenPoint(Math.round(x + width + behind(height)), Math.round(middle))
  return screenPoint(Math.round(x + width / 2), Math.round(middle))
}

function ambiguous({ description }: Wanted, places: readonly Place[]): GroundFault {
  const listed = places
    .slice(0, 6)
    .map(placeBounds)
    .map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`)
  return new GroundFault(
    `The text “${description}” stands on the screen ${places.length} times: at ${listed.join('; ')}. Say which: its place (first, left, bottom …), or more of the text around it.`,
    { ambiguous: true },
  )
}
