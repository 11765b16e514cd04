// One run: its conversation, what stands beside it, and the composer.
import { PanelRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place } from '../state/place.ts'
import { useRun, useRuns } from '../state/store.ts'
import { IconButton } from '../ui/button.tsx'
import { Empty, Loading } from '../ui/notice.tsx'
import { useToggle } from '../ui/use-toggle.ts'
import { useWide } from '../ui/use-wide.ts'
import { Aside } from './aside.tsx'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { InterruptedBox } from './round-lines.tsx'

export function RunPage({ place }: { place: Place }) {
  const { t } = useTranslation()
  const run = place.run
  const open = useRun(run)
  const summary = useRuns()?.find((line) => line.run === run)
  const wide = useWide(960)
  const [aside, setAside] = useToggle(wide)
  const [large, setLarge] = useState(false)
  if (run === null || !open || (open.state === 'loading' && open.view.seq < 0)) {
    return <Loading label={t('common.loading')} />
  }
  if (open.state === 'failed') {
    return <Empty title={t('chat.not_read')} text={open.error} />
  }
  const interrupted = summary?.status === 'interrupted'
  return (
    <div className="relative flex min-h-0 grow">
      <div className="relative flex min-w-0 grow flex-col max-[820px]:static">
        <div className="absolute top-2 right-2 z-25">
          <IconButton
            label={aside ? t('frame.hide_aside') : t('frame.show_aside')}
            aria-expanded={aside}
            onClick={() => setAside(!aside)}
          >
            <PanelRight size={16} />
          </IconButton>
        </div>
        {open.view.rounds.length === 0 ? (
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
