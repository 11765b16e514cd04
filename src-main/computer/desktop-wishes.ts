// Keeps what the app wants of a desktop process while it drives a desktop, and tells it to each new process: which windows are
// the app's own, and whether the person's hand is watched.
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { askCall, serveCalls, type CallInput } from '../core/call-table.ts'
import { missingCaseError } from '../core/control-flow.ts'
import { screenPoint, screenRect, type ScreenPoint } from '../core/geometry.ts'
import { SHIELD_MS, type PictureShield } from '../core/picture-shield.ts'
import { RunControl } from '../core/run-control.ts'
import { DESKTOP_CALLS, KEEPER_CALLS, type ShieldWish } from '../servers/desktop/protocol/messages.ts'

/** Milliseconds that a process has to accept a setting. The next call notices one that hangs. */
const TAKE_MS = 2000

export class DesktopWishes {
  #handles: string[] = []
  #shield: PictureShield | null = null
  #onMoved: ((point: ScreenPoint) => void) | null = null

  /** Listens to a new process; call before it is greeted. */
  listen(client: Client): void {
    serveCalls(client, DESKTOP_CALLS, { shield: (wish) => this.#shows(wish) })
  }

  /** Reports that a process has seen another hand move the pointer. */
  personMoved({ x, y }: { x: number; y: number }): void {
    this.#onMoved?.(screenPoint(x, y))
  }

  /** Sends all settings to a new process. */
  async tellAll(client: Client): Promise<void> {
    if (this.#handles.length > 0) await this.#tellOwnWindows(client)
    if (this.#onMoved) await this.#tellWatch(client)
  }

  async setOwnWindows(
    handles: readonly string[],
    shield: PictureShield | null,
    client: Client | null,
  ): Promise<void> {
    this.#handles = [...handles]
    this.#shield = shield
    if (client) await this.#tellOwnWindows(client)
  }

  /** Starts the watch; null ends it. Another call counts from the pointer's present place. */
  async watchPerson(onMoved: ((point: ScreenPoint) => void) | null, client: Client | null): Promise<void> {
    this.#onMoved = onMoved
    if (client) await this.#tellWatch(client)
  }

  async #tellOwnWindows(client: Client): Promise<void> {
    await tellWish(client, 'own_windows', { handles: this.#handles, shielded: this.#shield !== null })
  }

  async #tellWatch(client: Client): Promise<void> {
    await tellWish(client, 'watch_person', { on: this.#onMoved !== null })
  }

  /**
   * Asks the app for a change of its windows, and tells whether it came in time. A late change is not undone here, because `show` follows.
   */
  async #shows(wish: ShieldWish): Promise<boolean> {
    const shield = this.#shield
    if (!shield) return false
    const late = Promise.withResolvers<false>()
    const timer = setTimeout(() => late.resolve(false), SHIELD_MS)
    try {
      return await Promise.race([carryOut(shield, wish).then(() => true), late.promise])
    } catch {
      return false
    } finally {
      clearTimeout(timer)
    }
  }
}

async function tellWish<C extends 'own_windows' | 'watch_person'>(
  client: Client,
  call: C,
  input: CallInput<typeof KEEPER_CALLS, C>,
): Promise<void> {
  using run = new RunControl({ timeoutMs: TAKE_MS, name: 'A wish' })
  await askCall(client, KEEPER_CALLS, call, input, run)
}

function carryOut(shield: PictureShield, wish: ShieldWish): Promise<void> {
  switch (wish.wish) {
    case 'hide':
      return shield.hide(screenRect(wish.area))
    case 'show':
      return shield.show()
    case 'clear':
      return shield.clear(screenPoint(wish.point.x, wish.point.y))
    default:
      return missingCaseError(wish)
  }
}
