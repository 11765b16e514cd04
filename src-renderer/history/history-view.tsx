// Shows the history: all runs as a table with a filter and a search, or one of them step by step.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate, type Place } from '../state/place.ts'
import { useDeskhand, useRuns } from '../state/store.ts'
import { usePaused } from '../state/use-paused.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Empty, Loading, Notice } from '../ui/notice.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { countsOf, isOfKind, KINDS, type Kind } from './filter.ts'
import { Hits } from './hits.tsx'
import { Replay } from './replay-view.tsx'
import { RunTable } from './run-table.tsx'

export function HistoryView({ place }: { place: Place }) {
  return place.run === null ? <RunList /> : <Replay key={place.run} run={place.run} />
}

function RunList() {
  const { t } = useTranslation()
  const runs = useRuns()
  const unreadable = useDeskhand((state) => state.unreadable)
  const [kind, setKind] = useState<Kind>('all')
  const [text, setText] = useState('')
  const searched = usePaused(text.trim())
  if (runs === null) return <Loading label={t('history.loading')} />
  return (
    <div className="min-h-0 grow overflow-auto">
      <div className="mx-auto flex min-h-full max-w-280 flex-col px-6 pt-5 pb-12">
        <h1 className="text-xl font-[650] tracking-[-0.015em]">{t('history.title')}</h1>
        {runs.length === 0 ? (
          <Empty
            title={t('history.empty_title')}
            text={t('history.empty_text')}
            action={
              <Button look="primary" onClick={() => navigate('new')}>
                {t('history.empty_action')}
              </Button>
            }
          />
        ) : (
          <>
            <div className="mt-4 mb-3 flex flex-wrap items-center gap-3">
              <SearchField
                className="w-100"
                label={t('history.search')}
                clearLabel={t('history.clear')}
                value={text}
                onChange={setText}
              />
              <Filter kind={kind} counts={countsOf(runs)} onKind={setKind} />
            </div>
            {unreadable.length > 0 && (
              <div className="mb-3">
                <Notice look="plain">
                  {t('history.unreadable', { count: unreadable.length, names: unreadable.join(', ') })}
                </Notice>
              </div>
            )}
            {searched === '' ? (
              <Listed kind={kind} onAll={() => setKind('all')} />
            ) : (
              <Hits text={searched} kind={kind} onClear={() => setText('')} />
            )}
          </>
        )}
      </div>
    </div>
  )
}

/** How many more lines come at a time. */
const PAGE_SIZE = 100

function Listed({ kind, onAll }: { kind: Kind; onAll: () => void }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(PAGE_SIZE)
  const runs = (useRuns() ?? []).filter((run) => isOfKind(run, kind))
  if (runs.length === 0) {
    return (
      <Empty
        title={t('history.none_title')}
        text={t('history.none_text')}
        action={<Button onClick={onAll}>{t('history.show_all')}</Button>}
      />
    )
  }
  return (
    <>
      <RunTable runs={runs.slice(0, shown)} />
      {runs.length > shown && (
        <Button className="mt-3 self-center" onClick={() => setShown(shown + PAGE_SIZE)}>
          {t('history.show_more', { count: Math.min(PAGE_SIZE, runs.length - shown) })}
        </Button>
      )}
    </>
  )
}

interface FilterProps {
  kind: Kind
  counts: Record<Kind, number>
  onKind: (kind: Kind) => void
}

/** Shows the filter, without kinds that no run has, so that none leads to an empty list. */
function Filter({ kind, counts, onKind }: FilterProps) {
  const { t } = useTranslation()
  return (
    <fieldset aria-label={t('history.filter')} className="flex flex-wrap gap-1">
      {KINDS.filter((one) => one === 'all' || one === kind || counts[one] > 0).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === kind}
          onClick={() => onKind(one)}
          className={cx(
            'inline-flex h-7 items-center gap-1.5 rounded-full border px-3 text-s',
            one === kind
              ? 'border-line-strong bg-raised font-[550] text-ink'
              : 'border-transparent text-ink-2 hover:bg-sunken hover:text-ink',
          )}
        >
          {t(`history.kinds.${one}`)}
          <span className="text-ink-3">{counts[one]}</span>
        </button>
      ))}
    </fieldset>
  )
}
