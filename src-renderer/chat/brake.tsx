// Shows the brake, always at the top right: pause or resume, and terminate. It only sends the command; events bring back the
// state.
import { Pause, Play, Square } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Config } from '../../src-preload/contract/config.ts'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { ask } from '../state/commands.ts'
import type { OpenRun } from '../state/run-feed.ts'
import { goesOn, isSecondPress, waitsForRequest, type Pressed } from '../state/status.ts'
import { useConfig, useDeskhand, useRun } from '../state/store.ts'
import { cx } from '../ui/cx.ts'
import { Kbd } from '../ui/kbd.tsx'

/**
 * Returns what the pause button of a run does now; null: there is nothing that could be held. A run with a question may be paused,
 * too, which its status does not say.
 */
export function pauseWish(
  run: RunSummary,
  open: OpenRun | null | undefined = useDeskhand.getState().open[run.run],
): 'pause' | 'resume' | null {
  if (!goesOn(run.status) || run.status === 'stopping') return null
  if (open?.view.paused ?? run.status === 'paused') return 'resume'
  return waitsForRequest(run) ? null : 'pause'
}

export const pauseOrResume = (run: RunSummary): void => {
  const wish = pauseWish(run)
  if (wish !== null) void ask('control_run', { run: run.run, wish })
}
let pressed: Pressed = { run: '', at: -Infinity }
export function terminate(run: RunSummary): void {
  const now = performance.now()
  if (isSecondPress(pressed, run.run, now)) return
  pressed = { run: run.run, at: now }
  void ask('control_run', { run: run.run, wish: 'stop' })
}

/** Returns the keys that work in this window and, in the app, everywhere. */
export const useShortcuts = (): Config['app']['shortcuts'] | null => useConfig()?.values.app.shortcuts ?? null

const PART =
  'flex h-7 items-center gap-1.5 px-2.5 text-s font-[550] whitespace-nowrap hover:bg-sunken disabled:pointer-events-none disabled:opacity-45'

/** Brakes the shown run if it is running, else the newest running one, which is `named`; `run` is null when nothing runs. */
export function Brake({ run, named }: { run: RunSummary | null; named: boolean }) {
  const { t } = useTranslation()
  const shortcuts = useShortcuts()
  const status = run !== null && goesOn(run.status) ? run.status : null
  const open = useRun(run?.run ?? null)
  const wish = run === null ? null : pauseWish(run, open)
  const Icon = wish === 'resume' ? Play : Pause
  const title =
    named && run !== null && run.request !== '' ? t('brake.about', { request: run.request }) : undefined
  return (
    <fieldset
      aria-label={t('brake.label')}
      title={title}
      className="flex shrink-0 overflow-hidden rounded-s border border-line-strong bg-raised"
    >
      <button
        type="button"
        className={PART}
        disabled={wish === null}
        onClick={() => run && pauseOrResume(run)}
      >
        <Icon aria-hidden size={13} fill="currentColor" strokeWidth={1} />
        {t(wish === 'resume' ? 'brake.resume' : 'brake.pause')}
        <Keys keys={shortcuts?.pause} />
      </button>
      <button
        type="button"
        className={cx(PART, 'border-l border-line text-bad')}
        disabled={run === null || status === null}
        onClick={() => run && terminate(run)}
      >
        <Square aria-hidden size={11} fill="currentColor" strokeWidth={1} />
        {t('brake.terminate')}
        <Keys keys={shortcuts?.terminate} />
      </button>
    </fieldset>
  )
}

const Keys = ({ keys }: { keys: string | undefined }) =>
  keys ? (
    <span className="contents max-[760px]:hidden">
      <Kbd keys={keys} />
    </span>
  ) : null
