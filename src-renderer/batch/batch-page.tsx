// Shows one batch: begins it, watches each task, pauses and stops it, and does again what has failed.
import { ArrowLeft, Pause, Play, RotateCw, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PreparedBatch } from '../../src-preload/contract/calls/prepared-batches.ts'
import { costWords, resultWords } from '../../src-preload/contract/words.ts'
import { ask } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { useDeskhand } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useSentence } from '../state/sentences.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Dot } from '../ui/dot.tsx'
import { CELL, ListTable, ROOMY, WIDE } from '../ui/list-table.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageFrame, PageSection } from '../ui/page-frame.tsx'
import { PlaceChoice } from '../plans/place-choice.tsx'
import { useDesktops, type Desktop } from '../state/desktops.ts'
import { ParallelField, parallelOf } from './parallel-field.tsx'
import { costOf, isLeft, isRetried, MEANING, type BatchProgress, type TaskRow } from './progress.ts'
import { useBatch } from './use-batch.ts'
import { useQueue } from './use-queue.ts'
import { Unanswered } from '../ui/unanswered.tsx'

export function BatchPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const answer = useAnswer('list_batches', {})
  const { value, error } = answer
  const batch = value?.batches.find((one) => one.name === name)
  if (batch) return <KnownBatch batch={batch} />
  return (
    <PageFrame title={name} actions={<BackButton />}>
      <Unanswered answer={answer} />
      {value !== null && error === null && (
        <div className="mt-4">
          <Notice>{t('batch.gone')}</Notice>
        </div>
      )}
    </PageFrame>
  )
}

function BackButton() {
  const { t } = useTranslation()
  return (
    <Button look="quiet" icon={<ArrowLeft aria-hidden size={14} />} onClick={() => navigate('batch')}>
      {t('batch.all')}
    </Button>
  )
}

function KnownBatch({ batch }: { batch: PreparedBatch }) {
  const [id, setId] = useState(batch.batch)
  const progress = useBatch(batch, id)
  const { rows, going, told, failed } = progress
  useEffect(() => {
    if (failed !== null) announce(failed)
  }, [failed])
  return (
    <PageFrame title={batch.name} actions={<BackButton />}>
      <Steering batch={batch} id={id} progress={progress} onBegun={setId} />
      {failed !== null && (
        <div className="mt-4">
          <Notice>{failed}</Notice>
        </div>
      )}
      {told.map((words) => (
        <div key={words} className="mt-3">
          <Notice look="plain">{words}</Notice>
        </div>
      ))}
      <Totals rows={rows} going={going} />
      <TaskTable rows={rows} />
    </PageFrame>
  )
}

interface SteeringProps {
  batch: PreparedBatch
  id: string | null
  progress: BatchProgress
  onBegun: (id: string) => void
}

/** Shows how to begin the batch, or how to pause and stop it while it goes on. */
function Steering({ batch, id, progress: { rows, going, paused }, onBegun }: SteeringProps) {
  const { t } = useTranslation()
  const [usual = 'virtual'] = useDesktops()
  const queue = useQueue((state) => state.queue)
  const [display, setDisplay] = useState<Desktop | null>(null)
  const [parallel, setParallel] = useState('1')
  const [onQueue, setOnQueue] = useState(queue !== null)
  const [busy, setBusy] = useState(false)
  const failed = rows.filter(isRetried).length
  const left = rows.filter(isLeft).length
  const many = parallelOf(parallel)
  const byQueue = onQueue && queue !== null

  const begin = async (retry: 'failed' | 'all' | null) => {
    setBusy(true)
    const begun = await ask('start_batch', {
      plans: [batch.folder],
      follow: batch.follow,
      retry,
      ...(byQueue ? { queue } : { parallel: many, display: many > 1 ? 'virtual' : (display ?? usual) }),
    })
    setBusy(false)
    if (begun) onBegun(begun.batch)
  }
  const steer = async (wish: 'pause' | 'resume' | 'stop') => {
    if (id === null) return
    await ask('control_batch', { batch: id, wish })
  }
  if (going) {
    return (
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          icon={paused ? <Play aria-hidden size={14} /> : <Pause aria-hidden size={14} />}
          onClick={() => void steer(paused ? 'resume' : 'pause')}
        >
          {t(paused ? 'brake.resume' : 'brake.pause')}
        </Button>
        <Button look="danger" icon={<Square aria-hidden size={14} />} onClick={() => void steer('stop')}>
          {t('batch.stop')}
        </Button>
      </div>
    )
  }
  return (
    <PageSection title={t('batch.begin')}>
      <div className="flex flex-wrap items-end gap-4">
        {queue !== null && (
          <label className="flex items-center gap-2">
            <input type="checkbox" checked={onQueue} onChange={(event) => setOnQueue(event.target.checked)} />
            {t('batch.by_queue', { address: queue.address })}
          </label>
        )}
        {!byQueue && (
          <>
            <ParallelField value={parallel} onChange={setParallel} />
            {many === 1 && <PlaceChoice value={display ?? usual} onChange={setDisplay} />}
          </>
        )}
        <div className="ml-auto flex flex-wrap gap-2">
          {failed > 0 && (
            <Button
              icon={<RotateCw aria-hidden size={14} />}
              busy={busy}
              onClick={() => void begin('failed')}
            >
              {t('batch.retry', { count: failed })}
            </Button>
          )}
          {left === 0 && (
            <Button busy={busy} onClick={() => void begin('all')}>
              {t('batch.again')}
            </Button>
          )}
          {left > 0 && (
            <Button
              look="primary"
              icon={<Play aria-hidden size={14} />}
              busy={busy}
              onClick={() => void begin(null)}
            >
              {t('batch.run', { count: left })}
            </Button>
          )}
        </div>
      </div>
      <p className="mt-3 text-s text-ink-2">{t('batch.asks_nobody')}</p>
    </PageSection>
  )
}

function Totals({ rows, going }: { rows: readonly TaskRow[]; going: boolean }) {
  const { t } = useTranslation()
  const failed = rows.filter(isRetried).length
  const ended = rows.filter((row) => !isLeft(row)).length
  const cost = costOf(rows)
  return (
    <div className="mt-4">
      <output className="flex flex-wrap gap-x-4 text-s text-ink-2">
        <span>{t('batch.how_far', { done: ended - failed, count: rows.length })}</span>
        {failed > 0 && <span className="text-bad">{t('batch.failed', { count: failed })}</span>}
        <span>{cost === null ? t('numbers.cost_unknown') : costWords(cost)}</span>
      </output>
      <div aria-hidden className="mt-1.5 h-1 overflow-hidden rounded-full bg-sunken">
        <span
          className={cx('block h-full', going ? 'bg-agent' : 'bg-line-strong')}
          style={{ width: `${(100 * ended) / Math.max(1, rows.length)}%` }}
        />
      </div>
    </div>
  )
}

function TaskTable({ rows }: { rows: readonly TaskRow[] }) {
  const { t } = useTranslation()
  // Whose machine it is matters where there are several.
  const queued = rows.some(({ worker }) => worker !== null)
  return (
    <ListTable
      className="mt-3"
      label={t('batch.tasks')}
      columns={[
        { name: t('devices.state') },
        { name: t('batch.task'), className: 'w-full' },
        ...(queued ? [{ name: t('batch.worker'), className: ROOMY }] : []),
        { name: t('history.cost'), className: cx(WIDE, 'text-right') },
      ]}
    >
      {rows.map((row) => (
        <Task key={row.task} row={row} queued={queued} />
      ))}
    </ListTable>
  )
}

interface TaskProps {
  row: TaskRow
  queued: boolean
}

function Task({ row, queued }: TaskProps) {
  const { task, words, state, run, cost, result, error, worker } = row
  const { t } = useTranslation()
  const sentence = useSentence()
  const outcome = error === null ? resultWords(result) : sentence(error)
  const its = useDeskhand(({ runs }) => runs?.find((one) => one.run === run))
  const isPaused = state === 'running' && its?.status === 'paused'
  return (
    <tr className="border-t border-line">
      <td className={cx(CELL, 'whitespace-nowrap text-ink-2')}>
        <span className="inline-flex items-baseline gap-2">
          <Dot meaning={isPaused ? 'you' : MEANING[state]} alive={state === 'running' && !isPaused} />
          {t(isPaused ? 'status.paused' : `batch.states.${state}`)}
        </span>
      </td>
      <td className={cx(CELL, 'max-w-0')}>
        {run === null || worker !== null ? (
          <span className="block truncate" title={words}>
            {words || task}
          </span>
        ) : (
          <button
            type="button"
            title={words}
            onClick={() => navigate('run', run)}
            className="block max-w-full truncate rounded-s text-left hover:underline"
          >
            {words || task}
          </button>
        )}
        {outcome !== '' && (
          <div className={cx('truncate text-s', error === null ? 'text-ink-2' : 'text-bad')} title={outcome}>
            {outcome}
          </div>
        )}
      </td>
      {queued && <td className={cx(CELL, ROOMY, 'whitespace-nowrap text-ink-2')}>{worker}</td>}
      <td className={cx(CELL, WIDE, 'text-right whitespace-nowrap text-ink-2')}>
        {run === null || state === 'running' ? '' : cost === null ? t('numbers.unknown') : costWords(cost)}
      </td>
    </tr>
  )
}
