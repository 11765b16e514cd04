// Implements the part of a scripted platform that knows Deskhand's own windows, the pointer, and the hand of a person.
import { contains, screenPoint, type ScreenPoint } from '../../core/geometry.ts'
import type { ScriptedWindow } from './scripted-parts.ts'

export abstract class ScriptedOwnWindows {
  abstract shown: ScriptedWindow[]
  /** Handles of Deskhand's own windows, which are in `shown`, and in pictures unless `seesBelow`. */
  own = new Set<string>()
  seesBelow = true
  pointer: ScreenPoint = screenPoint(0, 0)
  /** A test calls these as if a hand had moved the pointer. */
  readonly hands = new Set<(point: ScreenPoint) => void>()

  setOwnWindows(handles: readonly string[]): Promise<void> {
    this.own = new Set(handles)
    return Promise.resolve()
  }

  ownWindowAt(point: ScreenPoint): Promise<boolean> {
    const front = this.shown.find((each) => !each.minimized && contains(each.bounds, point))
    return Promise.resolve(front !== undefined && this.own.has(front.handle))
  }

  ownWindowHasKeyboard(): Promise<boolean> {
    return Promise.resolve(this.shown.some((each) => each.active && this.own.has(each.handle)))
  }

  pointerPlace(): Promise<ScreenPoint> {
    return Promise.resolve(this.pointer)
  }

  watchPointer(onMoved: (point: ScreenPoint) => void): Promise<AsyncDisposable> {
    this.hands.add(onMoved)
    const end = () => {
      this.hands.delete(onMoved)
      return Promise.resolve()
    }
    return Promise.resolve({ [Symbol.asyncDispose]: end })
  }

  protected foreign(): ScriptedWindow[] {
    return this.shown.filter((each) => !this.own.has(each.handle))
  }
}
