// Keeps the app's own windows away from the agent: never in its pictures, never under its pointer, never with its keys.
import { drop } from '../../../core/control-flow.ts'
import { ToolError } from '../../../core/errors.ts'
import type { ScreenPoint, ScreenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { Platform, RawPicture } from '../../../platform/platform.ts'
import type { ShieldWish } from './messages.ts'

/** Asks the app; resolves to false when the app did not do it in time. */
export type AskShield = (wish: ShieldWish) => Promise<boolean>

/** Milliseconds after which a hidden window must have left the desktop. */
const GONE_MS = 100
/** Milliseconds for which a window stays hidden after a click, because the next click is often near. */
const AWAY_MS = 2000

export class Shield implements Disposable {
  readonly #platform: Platform
  readonly #ask: AskShield
  #any = false
  #shielded = false
  #comeBack: NodeJS.Timeout | null = null

  constructor(platform: Platform, ask: AskShield) {
    this.#platform = platform
    this.#ask = ask
  }

  async setOwnWindows(handles: readonly string[], shielded: boolean, run: RunControl): Promise<void> {
    await this.#platform.setOwnWindows(handles, run)
    this.#any = handles.length > 0
    this.#shielded = shielded
  }

  /** Takes a picture without own windows. Leaves `showsOwnWindows` set where neither driver nor app could remove them. */
  async picture(area: ScreenRect, run: RunControl): Promise<RawPicture> {
    const raw = await this.#platform.picture(area, run)
    if (raw.showsOwnWindows !== true || !this.#shielded) return raw
    try {
      if (!(await this.#ask({ wish: 'hide', area }))) return raw
      const { showsOwnWindows: _were, ...picture } = await this.#platform.picture(area, run)
      return picture
    } finally {
      // This happens also after a late or missing answer, because the app may have hidden its windows by now.
      await this.#ask({ wish: 'show' })
    }
  }

  /** Makes sure that the pointer's next act at this point meets no own window. Throws ToolError when one stays there. */
  async clear(point: ScreenPoint, run: RunControl): Promise<void> {
    if (!this.#any || !(await this.#platform.ownWindowAt(point, run))) return
    if (this.#shielded) {
      await this.#ask({ wish: 'clear', point })
      this.#comeBackLater()
    }
    const isClear = async () => ((await this.#platform.ownWindowAt(point, run)) ? null : true)
    if (await run.until(isClear, this.#shielded ? GONE_MS : 0)) return
    throw new ToolError('A window of Deskhand itself is in that place and stayed there. Nothing was done.')
  }

  /** Throws ToolError when keys would go to an own window. */
  async needForeignKeyboard(run: RunControl): Promise<void> {
    if (!this.#any || !(await this.#platform.ownWindowHasKeyboard(run))) return
    throw new ToolError(
      'A window of Deskhand itself has the keyboard. Choose the window that is meant first. Nothing was pressed.',
    )
  }

  /** Tells whether an own window would take a click here. */
  async isOwn(point: ScreenPoint, run: RunControl): Promise<boolean> {
    return this.#any && (await this.#platform.ownWindowAt(point, run))
  }

  [Symbol.dispose](): void {
    if (this.#comeBack) clearTimeout(this.#comeBack)
  }

  #comeBackLater(): void {
    if (this.#comeBack) clearTimeout(this.#comeBack)
    this.#comeBack = setTimeout(() => drop(this.#ask({ wish: 'show' })), AWAY_MS)
    this.#comeBack.unref()
  }
}
