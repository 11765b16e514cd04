// Waits for the button of a dialog that Enter presses: some toolkits enable it only after they have handled the keys of a text, and an Enter
// that comes right behind them is lost.
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import type { DesktopState } from '../state.ts'

/** Milliseconds within which a busy toolkit enables it. Where the text is no answer to the dialog, it stays disabled. */
const ENABLED_MS = 1500
/** The most elements to search: a dialog for files may list a folder of thousands. */
const MAX_IN_DIALOG = 500

const isDisabled = ({ states }: PlatformElement): boolean => states.includes('disabled')

/** Returns as soon as Enter would press the default button of `window`, at once where it is no dialog or has none. */
export async function defaultEnabled(
  { platform }: Pick<DesktopState, 'platform'>,
  window: PlatformWindow | null,
  run: RunControl,
): Promise<void> {
  if (window?.kind !== 'dialog') return
  const { elements } = await platform.tree(window, { max: MAX_IN_DIALOG }, run)
  const waiting = elements.filter(
    (each) => each.role === 'button' && each.states.includes('default') && isDisabled(each),
  )
  if (waiting.length !== 1) return
  const [{ ref } = { ref: '' }] = waiting
  await run.until(async () => {
    const button = await platform.element(ref, run)
    return button === null || !isDisabled(button) ? true : null
  }, ENABLED_MS)
}
