// Shows a run act by act: what it saw, what it thought, what it did, and the outcome. By hand, by keys, or playing.
import { ArrowLeft, Pause, Play, SkipBack, SkipForward } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate } from '../state/place.ts'
import { readAgain, useRun } from '../state/store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Empty, Loading } from '../ui/notice.tsx'
import { MomentFacts, MomentPicture } from './moment-view.tsx'
import { afterKey, momentsOf, nextMarked, stayOf, type Moment } from './replay.ts'
import { Timeline } from './timeline.tsx'
import { VideoButton } from './video-button.tsx'

const toList = () => navigate('history')

export function Replay({ run }: { run: string }) {
  const { t } = useTranslation()
  const open = useRun(run)
  const view = open?.view
  const moments = useMemo(() => (view === undefined ? [] : momentsOf(view)), [view])
  if (open?.state === 'failed') {
    const actions = (
      <>
        <Button onClick={toList}>{t('replay.back')}</Button>
        <Button onClick={() => readAgain(run)}>{t('common.retry')}</Button>
      </>
    )
    return <Empty title={t('replay.failed_to_load')} text={open.error} action={actions} />
  }
  if (open === null || open.state === 'loading') return <Loading label={t('replay.loading')} />
  if (moments.length === 0) {
    return <Empty title={t('replay.empty')} action={<Button onClick={toList}>{t('replay.back')}</Button>} />
  }
  return <Player run={run} moments={moments} />
}

/** Returns the first moment with a picture; earlier ones are reached by the keys. */
const firstSeen = (moments: readonly Moment[]): number =>
  Math.max(
    0,
    moments.findIndex(({ seen }) => seen !== null),
  )

function Player({ run, moments }: { run: string; moments: readonly Moment[] }) {
  const { t } = useTranslation()
  const [index, setIndex] = useState(() => firstSeen(moments))
  const [playing, setPlaying] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const at = Math.min(index, moments.length - 1)
  const moment = moments[at]
  const last = at === moments.length - 1

  useEffect(() => stage.current?.focus(), [])
  useEffect(() => {
    if (!playing || moment === undefined) return undefined
    const timer = setTimeout(() => (last ? setPlaying(false) : setIndex(at + 1)), stayOf(moment))
    return () => clearTimeout(timer)
  }, [playing, moment, last, at])

  if (moment === undefined) return null
  const go = (next: number) => {
    setPlaying(false)
    setIndex(next)
  }
  const play = () => {
    if (!playing && last) setIndex(0)
    setPlaying(!playing)
  }
  const press = (event: KeyboardEvent) => {
    const on = event.target instanceof HTMLElement ? event.target.tagName : ''
    // The slider handles these keys itself, and Space presses a button.
    if (on === 'INPUT' || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === ' ' && on !== 'BUTTON') play()
    else {
      const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
      const next = by === null ? afterKey(event.key, at, moments.length) : nextMarked(moments, at, by)
      if (next === null) return
      go(next)
    }
    event.preventDefault()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys are heard wherever the focus is within it
    <div
      ref={stage}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is where the keys of the replay are heard
      tabIndex={0}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset can't be laid out as a column that scrolls
      role="group"
      aria-label={t('replay.title')}
      aria-describedby="replay-keys"
      onKeyDown={press}
      className="flex min-h-0 grow flex-col outline-none"
    >
      <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-4">
        <IconButton label={t('replay.back')} onClick={toList}>
          <ArrowLeft aria-hidden size={16} />
        </IconButton>
        <h1 className="min-w-0 grow truncate font-[650]" title={moment.request}>
          {moment.request}
        </h1>
        <VideoButton run={run} moments={moments} />
        <Button size="s" look="quiet" onClick={() => navigate('run', run)}>
          {t('history.open')}
        </Button>
      </div>
      <div className="grid min-h-0 grow grid-rows-[minmax(0,1fr)_auto] min-[900px]:grid-cols-[minmax(0,1fr)_320px] min-[900px]:grid-rows-1">
        <div className="relative grid min-h-0 min-w-0 place-items-center overflow-hidden bg-sunken p-6">
          <MomentPicture run={run} moment={moment} />
        </div>
        <div
          aria-live={playing ? 'off' : 'polite'}
          className="max-h-80 min-h-0 overflow-auto border-line bg-panel p-4 max-[900px]:border-t min-[900px]:max-h-none min-[900px]:border-l"
        >
          <MomentFacts moment={moment} />
        </div>
      </div>
      <div className="flex h-14 shrink-0 items-center gap-2 border-t border-line bg-panel px-4">
        <IconButton label={t('replay.previous')} keys="←" disabled={at === 0} onClick={() => go(at - 1)}>
          <SkipBack aria-hidden size={15} />
        </IconButton>
        <IconButton label={t(playing ? 'replay.pause' : 'replay.play')} keys="Space" onClick={play}>
          {playing ? <Pause aria-hidden size={16} /> : <Play aria-hidden size={16} />}
        </IconButton>
        <IconButton label={t('replay.next')} keys="→" disabled={last} onClick={() => go(at + 1)}>
          <SkipForward aria-hidden size={15} />
        </IconButton>
        <Timeline moments={moments} at={at} onGo={go} />
        <span className="w-20 shrink-0 text-right text-s text-ink-2 max-[560px]:sr-only">
          {t('replay.position', { at: at + 1, of: moments.length })}
        </span>
        <span id="replay-keys" className="ml-3 shrink-0 text-xs text-ink-3 max-[900px]:sr-only">
          {t('replay.keys')}
        </span>
      </div>
    </div>
  )
}
