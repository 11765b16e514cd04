// What has been said between a worker and its model in a subtask, as one text with the newest pictures.
import type { ModelPicture } from '../models/input.ts'
import { section } from '../models/render/data.ts'

/** Pictures that a model is shown at once; older ones are told of only. */
export const MOST_PICTURES = 8

interface Turn {
  title: string
  text: string
  /** What is true only now (the controls on the screen): told in the newest turn alone. */
  now: string
  picture: ModelPicture | null
}

export class WorkerChat {
  #turns: Turn[] = []

  clear(): void {
    this.#turns = []
  }

  hear(title: string, text: string, more: { now?: string; picture?: ModelPicture | null } = {}): void {
    this.#turns.push({ title, text, now: more.now ?? '', picture: more.picture ?? null })
  }

  reply(text: string): void {
    this.hear('Your reply', text)
  }

  /** A tool's input: oldest first, so that services can cache the beginning. */
  render(): { str_input: string; img_input: ModelPicture[] } {
    const shown = this.#turns.filter(({ picture }) => picture !== null).slice(-MOST_PICTURES)
    const newest = this.#turns.findLast(({ now }) => now !== '')
    const parts = this.#turns.flatMap((turn) => {
      const number = shown.indexOf(turn)
      const picture = turn.picture === null ? '' : number < 0 ? '(Its picture is not shown any more.)' : `(Picture ${number + 1} shows it.)` // prettier-ignore
      const now = turn.now === '' ? '' : turn === newest ? turn.now : '(The controls of then are left out.)'
      return section(
        turn.title,
        [turn.text, picture, now].filter((text) => text !== ''),
      )
    })
    const pictures = shown.flatMap(({ picture }) => (picture ? [picture] : []))
    return {
      str_input: parts.join('\n\n'),
      img_input: pictures.map(({ picture }, index) => ({ label: `picture ${index + 1}`, picture })),
    }
  }
}
