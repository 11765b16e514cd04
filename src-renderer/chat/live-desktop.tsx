// The desktop of a run as it is now, where a person can take over while the run is paused; of a run that is over, or acts on the
// person's own desktop, the last picture that was kept.
import { Hand, Maximize2, Minimize2, Undo2 } from 'lucide-react'
import { useCallback, useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { stepsOf, type RunView } from '../../src-preload/contract/run-view.ts'
import { ask } from '../state/commands.ts'
import { bridge, faultWords } from '../state/bridge.ts'
import { useFault } from '../state/commands.ts'
import { onNextFrame } from '../state/frames.ts'
import type { OpenRun } from '../state/run-feed.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Dot } from '../ui/dot.tsx'
import { isPressed } from '../ui/keys.ts'
import { useFrames, type Shown } from './frame-canvas.ts'
import { Heading } from './heading.tsx'
import { PersonHand, pointOn } from './person-hand.ts'
import { StepPicture, TargetMark } from './step-picture.tsx'

/** Hands the desktop back; the one chord that does not go to it. */
const HAND_BACK = 'Control+Alt+Escape'

interface LiveDesktopProps {
  run: string
  open: OpenRun
  large: boolean
  onLarge: (large: boolean) => void
}

export function LiveDesktop({ run, open, large, onLarge }: LiveDesktopProps) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { view } = open
  const isOwnScreen = view.display?.kind === 'host'
  const watches = open.alive && open.own && !isOwnScreen
  const width = (large ? 1100 : 392) * (window.devicePixelRatio || 1)
  const shown = useFrames(canvas, run, watches, Math.min(3840, Math.round(width)))
  const takenOver = shown?.takenOver ?? false

  const takeOver = async () => {
    onLarge(true)
    if (await ask('take_over', { run })) canvas.current?.focus()
  }
  const handBack = () => void ask('hand_back', { run })
  return (
    <section>
      <Heading title={t('desktop.title')}>
        <span className="flex items-center gap-1">
          {shown && (
            <output className={cx('mr-1 flex items-center gap-1.5', takenOver ? 'text-you' : 'text-agent')}>
              <Dot meaning={takenOver ? 'you' : 'agent'} alive={!takenOver && !view.paused} />
              {takenOver ? t('desktop.yours') : t('desktop.live')}
            </output>
          )}
          <IconButton
            label={large ? t('desktop.smaller') : t('desktop.larger')}
            className="size-6"
            onClick={() => onLarge(!large)}
          >
            {large ? <Minimize2 size={13} /> : <Maximize2 size={13} />}
          </IconButton>
        </span>
      </Heading>
      <div
        className={cx(
          'relative mt-1 grid overflow-hidden rounded-s border bg-sunken',
          takenOver ? 'border-you' : shown ? 'border-agent-line' : 'border-line-strong',
        )}
        style={{ aspectRatio: aspectOf(shown, view) }}
      >
        {!shown && <LastPicture run={run} view={view} waiting={watches} />}
        <canvas
          ref={canvas}
          aria-label={t('desktop.picture')}
          className={cx('absolute inset-0 size-full', !shown && 'invisible')}
        />
        {shown && !takenOver && <Acting view={view} shown={shown} />}
        {shown && takenOver && <HandOn run={run} shown={shown} onHandBack={handBack} />}
      </div>
      {watches && shown && (
        <div className="mt-2 flex items-center gap-2 text-s text-ink-3">
          {takenOver ? (
            <Button size="s" icon={<Undo2 aria-hidden size={13} />} keys={HAND_BACK} onClick={handBack}>
              {t('desktop.hand_back')}
            </Button>
          ) : (
            <Button size="s" icon={<Hand aria-hidden size={13} />} onClick={() => void takeOver()}>
              {t('desktop.take_over')}
            </Button>
          )}
          <span className="min-w-0 truncate">
            {takenOver ? t('desktop.yours_hint') : t('desktop.take_over_hint')}
          </span>
        </div>
      )}
    </section>
  )
}

const lastPicture = (view: RunView) => stepsOf(view).findLast((step) => step.picture !== null)

function aspectOf(shown: Shown | null, view: RunView): string {
  const bounds = shown?.bounds ?? lastPicture(view)?.picture?.bounds
  return bounds ? `${bounds.width} / ${bounds.height}` : '16 / 10'
}

function LastPicture({ run, view, waiting }: { run: string; view: RunView; waiting: boolean }) {
  const { t } = useTranslation()
  const step = lastPicture(view)
  if (!step?.picture) {
    return (
      <p className="m-auto max-w-60 p-4 text-center text-s text-ink-3">
        {waiting ? t('desktop.coming') : t('desktop.none')}
      </p>
    )
  }
  return (
    <StepPicture
      run={run}
      picture={step.picture}
      targets={step.actions.map(({ target }) => target)}
      alt={t('desktop.last', { number: step.step + 1 })}
      className="size-full"
    />
  )
}

/** Where it acts at this moment. */
function Acting({ view, shown }: { view: RunView; shown: Shown }) {
  const action = view.rounds
    .at(-1)
    ?.steps.at(-1)
    ?.actions.findLast(({ status }) => status === 'acting')
  if (!action) return null
  const { x, y, width, height } = shown.bounds
  return (
    <svg
      aria-hidden
      viewBox={`${x} ${y} ${width} ${height}`}
      className="pointer-events-none absolute inset-0 size-full"
    >
      <TargetMark target={action.target} unit={width / 480} />
    </svg>
  )
}

/** Takes the person's mouse and keys for the desktop. */
function HandOn({ run, shown, onHandBack }: { run: string; shown: Shown; onHandBack: () => void }) {
  const { t } = useTranslation()
  const box = useRef<HTMLTextAreaElement>(null)
  const hand = useRef<PersonHand>(null)
  const given = useRef(false)
  hand.current ??= new PersonHand((inputs) => {
    // Keys that are let go of after the hand-back are no input any more.
    if (given.current) return
    bridge.call('person_input', { run, inputs }).catch((error: unknown) => {
      useFault.setState({ words: faultWords(error) })
    })
  }, onNextFrame)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const at = (event: { clientX: number; clientY: number; currentTarget: Element }) =>
    pointOn(shown.bounds, event.currentTarget.getBoundingClientRect(), event)

  const onButton = (event: PointerEvent<HTMLTextAreaElement>) => {
    event.preventDefault()
    const down = event.type === 'pointerdown'
    if (down) {
      event.currentTarget.focus({ preventScroll: true })
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    hand.current?.button(at(event), event.button, down)
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.key === 'Process') return
    event.stopPropagation()
    const down = event.type === 'keydown'
    if (isPressed(HAND_BACK, event.nativeEvent)) {
      event.preventDefault()
      if (down) {
        given.current = true
        onHandBack()
      }
      return
    }
    // The browser pastes, then the text is typed there: the two clipboards are not one.
    if (event.key.toLowerCase() === 'v' && (event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    hand.current?.key(event.key, down)
  }
  const onWheel = useCallback(
    (event: WheelEvent) => {
      event.preventDefault()
      const target = event.currentTarget
      if (!(target instanceof Element)) return
      const point = pointOn(shown.bounds, target.getBoundingClientRect(), event)
      hand.current?.wheel(point, event.deltaX, event.deltaY)
    },
    [shown.bounds],
  )
  useEffect(() => {
    const element = box.current
    // React's own wheel listener is passive: it could not keep the page from scrolling.
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [onWheel])
  return (
    <textarea
      ref={box}
      aria-label={t('desktop.hand_on')}
      value=""
      className="absolute inset-0 size-full cursor-crosshair resize-none bg-transparent text-transparent caret-transparent"
      onChange={(event) => hand.current?.text(event.target.value)}
      onPaste={(event) => {
        event.preventDefault()
        hand.current?.text(event.clipboardData.getData('text/plain'))
      }}
      onPointerMove={(event) => hand.current?.move(at(event))}
      onPointerDown={onButton}
      onPointerUp={onButton}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKey}
      onKeyUp={onKey}
    />
  )
}
