// Shows one run: its conversation, what is beside it, and the composer.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place } from '../state/place.ts'
import { readAgain, useRun, useRuns } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { Empty, Loading } from '../ui/notice.tsx'
import { Aside } from './aside.tsx'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { useAside } from './layout.ts'
import { InterruptedBox } from './round-lines.tsx'

export function RunPage({ place }: { place: Place }) {
  const { t } = useTranslation()
  const run = place.run
  const open = useRun(run)
  const summary = useRuns()?.find((line) => line.run === run)
  const [aside] = useAside()
  const [large, setLarge] = useState(false)
  if (run === null || !open || (open.state === 'loading' && open.view.seq < 0)) {
    return <Loading label={t('common.loading')} />
  }
  if (open.state === 'failed') {
    const again = <Button onClick={() => readAgain(run)}>{t('common.retry')}</Button>
    return <Empty title={t('chat.not_read')} text={open.error} action={again} />
  }
  const interrupted = summary?.status === 'interrupted'
  return (
    <div className="relative flex min-h-0 grow">
      <h1 className="sr-only">{summary?.request || t('frame.no_request')}</h1>
      <div className="relative flex min-w-0 grow flex-col">
        {open.view.rounds.length === 0 && open.view.finished_at === null && !interrupted ? (
          <Loading label={open.alive ? t('chat.starting') : t('common.loading')} />
        ) : (
          <Conversation key={run} run={run} open={open} />
        )}
        {interrupted && (
          <div className="mx-auto w-full max-w-[820px] px-6">
            <InterruptedBox run={run} />
          </div>
        )}
        <Composer run={run} open={open} />
      </div>
      {aside && <Aside run={run} open={open} large={large} onLarge={setLarge} />}
    </div>
  )
}
