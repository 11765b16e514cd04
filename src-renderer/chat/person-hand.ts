// Collects what a person does on the picture of a desktop (mouse, wheel, keys and text) and sends it in order, once per frame of
// the screen.
import type { PersonInput } from '../../src-preload/contract/person-input.ts'
import type { Point, Rect } from '../../src-preload/contract/geometry.ts'

const BUTTONS = ['left', 'middle', 'right'] as const
const MAX_WAITING = 500
/** Pixels of a wheel that make one notch. */
const NOTCH_PX = 100

/** Converts a point of the drawn picture to a point of the desktop. */
export function pointOn(
  desktop: Rect,
  drawn: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  at: { clientX: number; clientY: number },
): Point {
  const along = (part: number, length: number) => Math.max(0, Math.min(length - 1, Math.floor(part * length)))
  return {
    x: desktop.x + along((at.clientX - drawn.left) / drawn.width, desktop.width),
    y: desktop.y + along((at.clientY - drawn.top) / drawn.height, desktop.height),
  }
}

/** Collects inputs; of consecutive moves only the last one counts. */
export class PersonHand {
  readonly #send: (inputs: PersonInput[]) => void
  readonly #schedule: () => void
  #waiting: PersonInput[] = []
  #wheel = { x: 0, y: 0 }

  /** `onNext` makes a function that runs its work once, soon. */
  constructor(send: (inputs: PersonInput[]) => void, onNext: (work: () => void) => () => void) {
    this.#send = send
    this.#schedule = onNext(() => this.flush())
  }

  move(point: Point): void {
    if (this.#waiting.at(-1)?.type === 'move') this.#waiting.pop()
    this.#add({ type: 'move', point })
  }

  /** Presses or releases a button, as a MouseEvent numbers it; only the first three count. */
  button(point: Point, button: number, down: boolean): void {
    const name = BUTTONS[button]
    if (name) this.#add({ type: 'button', point, button: name, down })
  }

  /** Turns the wheel by pixels of a WheelEvent; positive is down and right. */
  wheel(point: Point, deltaX: number, deltaY: number): void {
    this.#wheel.x += deltaX
    this.#wheel.y += deltaY
    for (const horizontal of [false, true]) {
      const along = horizontal ? 'x' : 'y'
      const notches = Math.trunc(this.#wheel[along] / NOTCH_PX)
      if (notches === 0) continue
      this.#wheel[along] -= notches * NOTCH_PX
      this.#add({ type: 'scroll', point, notches: Math.max(-50, Math.min(50, -notches)), horizontal })
    }
  }

  key(key: string, down: boolean): void {
    this.#add({ type: 'key', key, down })
  }

  text(text: string): void {
    if (text !== '') this.#add({ type: 'text', text: text.slice(0, 100_000) })
  }

  flush(): void {
    while (this.#waiting.length > 0) this.#send(this.#waiting.splice(0, MAX_WAITING))
  }

  #add(input: PersonInput): void {
    this.#waiting.push(input)
    this.#schedule()
  }
}
