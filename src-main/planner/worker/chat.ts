// Keeps what a worker and its model have said in a subtask, as one text with the newest pictures.
import type { ModelPicture } from '../../models/input.ts'
import { section } from '../../models/render/data.ts'

/** The most pictures that a model gets at once; the text only mentions older ones. */
export const MAX_PICTURES = 2

const LEFT_OUT = '(The controls of then are left out.)'

interface Turn {
  title: string
  text: string
  /** Facts that hold only now (the controls on the screen), so only the newest turn has them. */
  now: string
  /** Null where the turn has none, `older` where it is no longer shown, and then not kept, either. */
  picture: ModelPicture | 'older' | null
}

const isShown = (picture: Turn['picture']): picture is ModelPicture => picture !== null && picture !== 'older'

export class WorkerChat {
  #turns: Turn[] = []

  clear(): void {
    this.#turns = []
  }

  hear(title: string, text: string, more: { now?: string; picture?: ModelPicture | null } = {}): void {
    const { now = '', picture = null } = more
    if (now !== '') for (const turn of this.#turns) if (turn.now !== '') turn.now = LEFT_OUT
    this.#turns.push({ title, text, now, picture })
    const shown = this.#turns.filter((turn) => isShown(turn.picture))
    // What looks as it did then is shown once.
    const isLike = (turn: Turn) =>
      isShown(turn.picture) && turn.picture.picture.data === picture?.picture.data
    for (const turn of shown.slice(0, -1)) if (isLike(turn)) turn.picture = 'older'
    for (const turn of shown.slice(0, -MAX_PICTURES)) turn.picture = 'older'
  }

  reply(text: string): void {
    this.hear('Your reply', text)
  }

  /** Renders the chat as a tool's input: oldest first, so that services can cache the beginning. */
  render({ controls = true } = {}): { str_input: string; img_input: ModelPicture[] } {
    const pictures = this.#turns.map(({ picture }) => picture).filter(isShown)
    const parts = this.#turns.flatMap(({ title, text, now, picture }) =>
      section(
        title,
        [text, wordsOf(picture, pictures), controls || now === '' ? now : LEFT_OUT].filter(
          (words) => words !== '',
        ),
      ),
    )
    return {
      str_input: parts.join('\n\n'),
      img_input: pictures.map(({ picture }, index) => ({ label: `picture ${index + 1}`, picture })),
    }
  }
}

function wordsOf(picture: Turn['picture'], pictures: readonly ModelPicture[]): string {
  if (picture === null) return ''
  return isShown(picture)
    ? `(Picture ${pictures.indexOf(picture) + 1} is of this screen.)`
    : '(Its picture is not shown any more.)'
}
