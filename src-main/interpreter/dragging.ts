// Drags one control to another with the pointer, from the middle of the one to the middle of the other.
import { middleOf } from '../matching/places.ts'
import type { ClauseOf } from './clauses.ts'
import { shortName } from './matching.ts'
import { act, call, fail, withControl, type Move, type Scene } from './moves.ts'
import type { Control } from '../core/desktop.ts'

/** Seconds of a drag: toolkits take a quicker one for a click. */
const SECONDS = 0.5

export function dragTo({ control, to }: ClauseOf<'drag'>, scene: Scene): Move {
  const { window } = scene
  if (window === null) return fail('No window is chosen in which it could be dragged.')
  const place = ({ bounds }: Control) => {
    const { x, y } = middleOf(bounds)
    return { x: (x - window.bounds.x) / window.bounds.width, y: (y - window.bounds.y) / window.bounds.height }
  }
  const isInside = ({ x, y }: { x: number; y: number }) => x > 0 && x < 1 && y > 0 && y < 1
  return withControl(control, 'click', scene, (dragged) =>
    withControl(to, 'click', scene, (target) => {
      const [from, onto] = [place(dragged), place(target)]
      if (dragged.id === target.id) return fail(`The ${shortName(dragged)} can’t be dragged to itself.`)
      const outside = isInside(from) ? (isInside(onto) ? null : target) : dragged
      if (outside) return fail(`The ${shortName(outside)} is not in the window “${window.title}”.`)
      return act(
        [
          call('drag_on_coordinates', {
            start_x: from.x,
            start_y: from.y,
            end_x: onto.x,
            end_y: onto.y,
            duration: SECONDS,
          }),
        ],
        `The ${shortName(dragged)} is dragged to the ${shortName(target)}.`,
      )
    }),
  )
}
