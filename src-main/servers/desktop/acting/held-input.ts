// Tracks what this process holds down and has borrowed: tells the keeper before it is done, lets go at the end of every call.
import { drop } from '../../../core/control-flow.ts'
import { RunControl } from '../../../core/run-control.ts'
import type { ClipboardContent, MouseButton, Platform } from '../../../platform/platform.ts'
import { isEmpty, type Ledger } from '../protocol/messages.ts'

/** The most milliseconds for releasing everything. */
const RELEASE_MS = 1000

export class Held {
  readonly #platform: Platform
  readonly #report: (ledger: Ledger) => void
  #keys: string[] = []
  #buttons: MouseButton[] = []
  #clipboard: ClipboardContent | null = null
  /** The clipboard that we serve for the person since we gave it back (null: it was empty); undefined once the keeper knows it. */
  #kept: ClipboardContent | null | undefined
  #reported = true

  /** The ledger must have reached the keeper when `report` returns. */
  constructor(platform: Platform, report: (ledger: Ledger) => void) {
    this.#platform = platform
    this.#report = report
  }

  get ledger(): Ledger {
    return { keys: [...this.#keys], buttons: [...this.#buttons], clipboard: this.#clipboard }
  }

  /** Call before the key goes down. */
  willHoldKey(key: string): void {
    this.#keys.push(key)
    this.#tell()
  }

  /** Call after the key is up. The keeper hears of it later, because a key that is in the ledger by mistake is only released once more. */
  keyIsUp(key: string): void {
    const at = this.#keys.lastIndexOf(key)
    if (at >= 0) this.#keys.splice(at, 1)
    this.#reported = false
  }

  willHoldButton(button: MouseButton): void {
    this.#buttons.push(button)
    this.#tell()
  }

  buttonIsUp(button: MouseButton): void {
    this.#buttons = this.#buttons.filter((each) => each !== button)
    this.#reported = false
  }

  /** Call before the clipboard is written. The first borrowed content is the person's; later ones are ours. */
  willBorrowClipboard(content: ClipboardContent): void {
    this.#clipboard ??= content
    this.#tell()
  }

  clipboardIsBack(): void {
    this.#kept = this.#clipboard && this.#clipboard.formats.length > 0 ? this.#clipboard : null
    this.#clipboard = null
    this.#reported = false
  }

  /** From now on, serves the clipboard that an earlier process served. */
  takeOver({ clipboard, kept = null }: Ledger): void {
    this.#kept = clipboard ?? kept
    this.#tell()
  }

  /** Tells the keeper that nothing is held, when that is so and the keeper does not know yet. */
  settle(): void {
    if (!this.#reported && isEmpty(this.ledger)) this.#tell()
  }

  /** Releases the held keys and gives the clipboard back. This is the only act that still happens after a stop. */
  async releaseAll(): Promise<void> {
    if (!isEmpty(this.ledger)) {
      await releaseLedger(this.#platform, this.ledger)
      this.#keys = []
      this.#buttons = []
      if (this.#clipboard) this.clipboardIsBack()
      this.#reported = false
    }
    this.settle()
  }

  #tell(): void {
    this.#report(this.#kept === undefined ? this.ledger : { ...this.ledger, kept: this.#kept })
    this.#kept = undefined
    this.#reported = true
  }
}

/** Joins the ledgers of two hands: the agent's and the person's. */
export function together(one: Ledger, other: Ledger): Ledger {
  // Null says that there was nothing. A missing value means the same as before.
  const kept = one.kept === undefined ? other.kept : one.kept
  return {
    keys: [...one.keys, ...other.keys],
    buttons: [...one.buttons, ...other.buttons],
    clipboard: one.clipboard ?? other.clipboard,
    ...(kept === undefined ? {} : { kept }),
  }
}

/** Releases keys and buttons of a ledger, the last pressed first, and gives the clipboard back. A failure does not stop the rest. */
export async function releaseLedger(platform: Platform, ledger: Ledger): Promise<void> {
  const { kept = null } = ledger
  if (isEmpty(ledger) && !kept) return
  using run = new RunControl({ timeoutMs: RELEASE_MS, name: 'release' })
  const attempt = async (work: Promise<void>) => {
    drop(work)
    await run.race(work).catch(() => {})
  }
  for (const button of ledger.buttons.toReversed()) await attempt(platform.releaseButton(button, run))
  for (const key of ledger.keys.toReversed()) await attempt(platform.releaseKey(key, run))
  if (ledger.clipboard) await attempt(platform.writeClipboard(ledger.clipboard, run))
  else if (kept) await attempt(putBack(platform, kept, run))
}

/** Puts the clipboard back, unless another program has copied something since. */
async function putBack(platform: Platform, kept: ClipboardContent, run: RunControl): Promise<void> {
  const { formats } = await platform.readClipboard(run)
  if (formats.length === 0) await platform.writeClipboard(kept, run)
}
