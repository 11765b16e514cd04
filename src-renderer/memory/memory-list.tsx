// Shows the list of memories, with its search, its filters, and the ways in and out.
import { GraduationCap } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MEMORY_PAGE_SIZE } from '../../src-preload/contract/calls/memory.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { bridge } from '../state/bridge.ts'
import { navigate } from '../state/place.ts'
import { goesOn } from '../state/status.ts'
import { useAnswer, type Answer } from '../state/use-answer.ts'
import type { CallOutput } from '../../src-preload/contract/calls.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/notice.tsx'
import { ExchangeMenu } from './exchange-menu.tsx'
import { useFocusOnRead } from './focus.ts'
import { Filters } from './filters.tsx'
import { LearnDialog } from './learn-dialog.tsx'
import { isNarrowed, NO_WISH, turnTo, useListWish, wish } from './list-state.ts'
import { MemoryTable } from './memory-table.tsx'
import { Unanswered } from '../ui/unanswered.tsx'

export function MemoryList() {
  const { t } = useTranslation()
  const [learning, setLearning] = useState(false)
  const { read: _read, ...wanted } = useListWish()
  const search = useDeferredValue(wanted.search.trim())
  const answer = useAnswer('list_memories', { ...wanted, search })
  const learned = answer.value
  const { again } = answer
  useEffect(() => bridge.subscribe((push) => isNews(push) && again()), [again])
  useFocusOnRead(learned !== null)
  const nothing = learned !== null && learned.total === 0 && !isNarrowed(wanted)
  const learn = <Button onClick={() => setLearning(true)}>{t('memory.learn')}</Button>
  return (
    <div className="min-h-0 grow overflow-auto">
      <div className="mx-auto flex min-h-full max-w-280 flex-col px-6 pt-5 pb-12">
        <div className="flex flex-wrap items-center gap-2">
          <h1 className="grow text-xl font-[650] tracking-[-0.015em]">{t('memory.title')}</h1>
          {!nothing && learn}
          <ExchangeMenu onImported={answer.again} />
        </div>
        <p className="mt-1 max-w-[68ch] text-ink-2">{t('memory.about')}</p>
        {nothing ? (
          <Empty
            icon={<GraduationCap aria-hidden size={28} />}
            title={t('memory.empty_title')}
            text={t('memory.empty_text')}
            action={
              <>
                <Button look="primary" onClick={() => navigate('new')}>
                  {t('memory.empty_action')}
                </Button>
                {learn}
              </>
            }
          />
        ) : (
          <>
            <Filters applications={learned?.applications ?? []} />
            <Listed answer={answer} />
          </>
        )}
      </div>
      <LearnDialog open={learning} onClose={() => setLearning(false)} onLearned={answer.again} />
    </div>
  )
}

/** Says whether the list may have changed: by another window, or by a run, whose end saves memories. */
const isNews = (push: Push): boolean =>
  push.push === 'memories' || (push.push === 'run' && !goesOn(push.summary.status))

function Listed({ answer }: { answer: Answer<CallOutput<'list_memories'>> }) {
  const { t } = useTranslation()
  const { page } = useListWish()
  const { value, error, loading, again } = answer
  const top = useRef<HTMLDivElement>(null)
  if (error !== null || value === null) return <Unanswered answer={answer} loading={t('memory.loading')} />
  if (value.memories.length === 0 && page > 0 && !loading) {
    // The last memory of this page was forgotten.
    return <Button onClick={() => turnTo(page - 1)}>{t('memory.newer')}</Button>
  }
  if (value.memories.length === 0 && !loading) {
    return (
      <Empty
        title={t('memory.none_title')}
        text={t('memory.none_text')}
        action={<Button onClick={() => wish(NO_WISH)}>{t('memory.show_all')}</Button>}
      />
    )
  }
  const last = page * MEMORY_PAGE_SIZE + value.memories.length
  return (
    <div aria-busy={loading} ref={top}>
      <div className="mb-2 flex min-h-7.5 items-center gap-2 text-s text-ink-2">
        <output>{t('memory.found', { count: value.total })}</output>
        <Turns page={page} last={last} total={value.total} />
      </div>
      <MemoryTable memories={value.memories} onChanged={again} />
      <div className="mt-2 flex text-s text-ink-2">
        {value.memories.length > ROWS_IN_SIGHT && (
          <Turns page={page} last={last} total={value.total} onTurned={() => top.current?.scrollIntoView()} />
        )}
      </div>
    </div>
  )
}

/** Below a list with more rows, the buttons for other pages are shown again. */
const ROWS_IN_SIGHT = 12

interface TurnsProps {
  page: number
  /** 1-based, of this page. */
  last: number
  total: number
  onTurned?: () => void
}

/** Shows which part of the list is shown, and the ways to the others. */
function Turns({ page, last, total, onTurned }: TurnsProps) {
  const { t } = useTranslation()
  if (total <= MEMORY_PAGE_SIZE) return null
  /** A button without a further page keeps the focus, and does nothing. */
  const turn = (to: number, isThere: boolean) => ({
    'aria-disabled': !isThere,
    onClick: () => {
      if (!isThere) return
      turnTo(to)
      onTurned?.()
    },
  })
  return (
    <span className="ml-auto flex items-center gap-2">
      {t('memory.range', { first: page * MEMORY_PAGE_SIZE + 1, last })}
      <Button size="s" {...turn(page - 1, page > 0)}>
        {t('memory.newer')}
      </Button>
      <Button size="s" {...turn(page + 1, last < total)}>
        {t('memory.older')}
      </Button>
    </span>
  )
}
