// Shows what a search found: the runs, and the places of the words, marked.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SearchHit } from '../../src-preload/contract/calls/history.ts'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { useNow } from '../state/clock.ts'
import { navigate } from '../state/place.ts'
import { useRuns } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { Button } from '../ui/button.tsx'
import { momentWords } from '../ui/days.ts'
import { Empty } from '../ui/notice.tsx'
import { hitsByRun, isOfKind, partsOf, type Kind } from './filter.ts'
import { RunActions } from './run-actions.tsx'
import { StatusOf } from './run-table.tsx'
import { Unanswered } from '../ui/unanswered.tsx'

/** How many places of one run are shown at once. */
const MAX_AT_FIRST = 3

interface HitsProps {
  text: string
  kind: Kind
  onClear: () => void
}

export function Hits({ text, kind, onClear }: HitsProps) {
  const { t } = useTranslation()
  const answer = useAnswer('search_runs', { text, limit: 500 })
  const { value, error, loading } = answer
  const runs = useRuns() ?? []
  if (error !== null || value === null) return <Unanswered answer={answer} loading={t('history.searching')} />
  const found = [...hitsByRun(value.hits)].flatMap(([name, hits]) => {
    const run = runs.find((one) => one.run === name)
    return run && isOfKind(run, kind) ? [{ run, hits }] : []
  })
  if (found.length === 0 && !loading) {
    return (
      <Empty
        title={t('history.no_hits_title', { text })}
        text={t('history.no_hits_text')}
        action={<Button onClick={onClear}>{t('history.clear')}</Button>}
      />
    )
  }
  return (
    <>
      <output className="mb-2 block text-s text-ink-2">{t('history.found', { count: found.length })}</output>
      <ul aria-busy={loading} className="rounded-m border border-line bg-panel px-4">
        {found.map(({ run, hits }) => (
          <FoundRun key={run.run} run={run} hits={hits} />
        ))}
      </ul>
    </>
  )
}

function FoundRun({ run, hits }: { run: RunSummary; hits: readonly SearchHit[] }) {
  const { t, i18n } = useTranslation()
  const now = useNow(false)
  const [all, setAll] = useState(false)
  const more = hits.length - MAX_AT_FIRST
  return (
    <li className="border-t border-line py-2.5 first:border-t-0">
      <div className="flex items-center gap-3">
        <button
          type="button"
          onClick={() => navigate('run', run.run)}
          className="min-w-0 grow truncate rounded-s text-left font-[550] hover:underline"
        >
          {run.request === '' ? t('history.no_request') : run.request}
        </button>
        <span className="shrink-0 text-s">
          <StatusOf run={run} />
        </span>
        <span className="shrink-0 text-s text-ink-2">{momentWords(run.started_at, now, i18n.language)}</span>
        <RunActions run={run} />
      </div>
      <ul className="mt-0.5">
        {(all ? hits : hits.slice(0, MAX_AT_FIRST)).map((hit) => (
          <HitLine key={`${hit.where}.${hit.round}.${hit.step}.${hit.start}.${hit.text}`} hit={hit} />
        ))}
      </ul>
      {more > 0 && !all && (
        <Button size="s" look="quiet" className="-ml-2" onClick={() => setAll(true)}>
          {t('history.hits_more', { count: more })}
        </Button>
      )}
    </li>
  )
}

function HitLine({ hit }: { hit: SearchHit }) {
  const { t } = useTranslation()
  const { before, found, after } = partsOf(hit)
  const step = hit.step === null ? '' : ` · ${t('history.at_step', { step: hit.step + 1 })}`
  return (
    <li className="flex gap-3 py-0.5 text-s text-ink-2">
      <span className="w-32 shrink-0 text-ink-3">
        {t(`history.in.${hit.where}`)}
        {step}
      </span>
      <span className="min-w-0 break-words">
        {before}
        <mark className="rounded-[3px] bg-you-soft px-0.5 text-ink">{found}</mark>
        {after}
      </span>
    </li>
  )
}
