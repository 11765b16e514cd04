// Shows the queue of several machines: what is on it, its workers, and this machine as one of them.
import { Pause, Play, RefreshCw, Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { QueueChoice, QueuedTask, WorkerNews } from '../../src-preload/contract/calls/batch.ts'
import { bridge, faultWords } from '../state/bridge.ts'
import { useNow } from '../state/clock.ts'
import { ask, useFault } from '../state/commands.ts'
import { saidNow } from '../state/sentences.ts'
import { useAnswer } from '../state/use-answer.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { momentWords } from '../ui/days.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Dot, type Meaning } from '../ui/dot.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { CELL, ListTable, ROOMY } from '../ui/list-table.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageSection } from '../ui/page-frame.tsx'
import { ParallelField, parallelOf } from './parallel-field.tsx'
import { setQueue, useQueue } from './use-queue.ts'

/** Milliseconds after which the queue is looked at again. */
const LOOK_MS = 5_000

export function QueuePart() {
  const { t } = useTranslation()
  const queue = useQueue((state) => state.queue)
  if (queue !== null) return <KnownQueue queue={queue} />
  return (
    <Disclosure className="mt-6" summary={t('batch.queue')}>
      <QueueForm />
    </Disclosure>
  )
}

function QueueForm() {
  const { t } = useTranslation()
  const [address, setAddress] = useState('redis://127.0.0.1:6379')
  const [pool, setPool] = useState('')
  const [shared, setShared] = useState('')
  const choice = { address, pool: pool.trim() || null, shared: shared.trim() || null }
  const look = async () => {
    await bridge.call('view_queue', { queue: choice })
    setQueue(choice)
  }
  return (
    <Form
      label={t('batch.queue')}
      className="mt-2 max-w-180 rounded-m border border-line bg-panel p-4"
      onSend={look}
      ready={address.trim() !== ''}
      wordsOf={faultWords}
      submit={t('batch.queue_look')}
    >
      <p className="text-ink-2">{t('batch.queue_about')}</p>
      <TextField
        label={t('batch.queue_address')}
        hint={t('batch.queue_address_hint')}
        value={address}
        onText={setAddress}
      />
      <TextField
        label={t('batch.queue_pool')}
        hint={t('batch.queue_pool_hint')}
        value={pool}
        onText={setPool}
      />
      <TextField
        label={t('batch.queue_shared')}
        hint={t('batch.queue_shared_hint')}
        value={shared}
        onText={setShared}
      />
    </Form>
  )
}

function KnownQueue({ queue }: { queue: QueueChoice }) {
  const { t } = useTranslation()
  const { value, error, again } = useAnswer('view_queue', { queue })
  useEffect(() => {
    const timer = setInterval(again, LOOK_MS)
    return () => clearInterval(timer)
  }, [again])
  const steer = async (wish: 'pause' | 'resume' | 'stop') => {
    const answer = await ask('control_queue', { queue, wish })
    if (answer) announce(answer.done)
    again()
  }
  return (
    <PageSection
      title={t('batch.queue_of', { name: value?.name ?? queue.address })}
      aside={
        <>
          <Button size="s" icon={<RefreshCw aria-hidden size={13} />} onClick={again}>
            {t('batch.queue_look')}
          </Button>
          <Button
            size="s"
            icon={value?.paused ? <Play aria-hidden size={13} /> : <Pause aria-hidden size={13} />}
            onClick={() => void steer(value?.paused ? 'resume' : 'pause')}
          >
            {t(value?.paused ? 'brake.resume' : 'brake.pause')}
          </Button>
          <Button
            size="s"
            look="danger"
            icon={<Square aria-hidden size={13} />}
            onClick={() => void steer('stop')}
          >
            {t('batch.queue_stop')}
          </Button>
          <Button size="s" look="quiet" onClick={() => setQueue(null)}>
            {t('batch.queue_leave')}
          </Button>
        </>
      }
    >
      {error !== null && <Notice>{error}</Notice>}
      {value !== null && (
        <p className="text-ink-2">
          {t('batch.queue_workers', { count: value.workers })}
          {value.paused && ` ${t('batch.queue_paused')}`}
          {value.workers === 0 && value.tasks.length > 0 && ` ${t('batch.queue_nobody')}`}
        </p>
      )}
      {value !== null && value.tasks.length > 0 && <QueueTable tasks={value.tasks} />}
      <OwnWorker queue={queue} onChanged={again} />
    </PageSection>
  )
}

const MEANING: Record<QueuedTask['state'], Meaning> = {
  waiting: 'none',
  active: 'agent',
  completed: 'good',
  failed: 'bad',
}

function QueueTable({ tasks }: { tasks: readonly QueuedTask[] }) {
  const { t, i18n } = useTranslation()
  const now = useNow(false)
  return (
    <ListTable
      className="mt-3"
      label={t('batch.queue_tasks')}
      columns={[
        { name: t('devices.state') },
        { name: t('batch.task'), className: 'w-full' },
        { name: t('batch.worker') },
        { name: t('batch.since'), className: ROOMY },
      ]}
    >
      {tasks.map(({ id, state, data, mark, why }) => (
        <tr key={id} className="border-t border-line">
          <td className={cx(CELL, 'whitespace-nowrap text-ink-2')}>
            <span className="inline-flex items-baseline gap-2">
              <Dot meaning={MEANING[state]} alive={state === 'active'} />
              {t(`batch.queue_states.${state}`)}
            </span>
          </td>
          <td className={cx(CELL, 'max-w-0')}>
            <span className="block truncate">{data.task}</span>
            {why !== null && <span className="block truncate text-s text-bad">{saidNow(why)}</span>}
          </td>
          <td className={cx(CELL, 'whitespace-nowrap text-ink-2')}>{mark?.worker}</td>
          <td className={cx(CELL, ROOMY, 'whitespace-nowrap text-ink-2')}>
            {mark && momentWords(mark.since, now, i18n.language)}
          </td>
        </tr>
      ))}
    </ListTable>
  )
}

/** Shows this program as a worker, and its latest tasks. */
function OwnWorker({ queue, onChanged }: { queue: QueueChoice; onChanged: () => void }) {
  const { t } = useTranslation()
  const [worker, setWorker] = useState<string | null>(null)
  const [news, setNews] = useState<readonly WorkerNews[]>([])
  useEffect(() => {
    if (worker === null) return undefined
    const forget = bridge.subscribe((push) => {
      if (push.push !== 'worker' || push.worker !== worker) return
      setNews((before) => [...before, push.news].slice(-MAX_NEWS))
      onChanged()
      if (push.news.type === 'worker_ended') setWorker(null)
    })
    bridge
      .call('watch_worker', { worker })
      .then((answer) => setNews(answer.news.slice(-MAX_NEWS)))
      .catch((error: unknown) => useFault.setState({ words: faultWords(error) }))
    return () => {
      forget()
      bridge.call('unwatch_worker', { worker }).catch(() => {})
    }
  }, [worker, onChanged])
  const [parallel, setParallel] = useState('1')
  const start = async () => {
    const started = await ask('start_worker', { queue, display: 'virtual', parallel: parallelOf(parallel) })
    if (started) setWorker(started.worker)
  }
  return (
    <div className="mt-4 border-t border-line pt-3">
      <div className="flex flex-wrap items-center gap-3">
        <span className="text-ink-2">{t(worker === null ? 'batch.no_worker' : 'batch.is_worker')}</span>
        {worker === null ? (
          <>
            <ParallelField value={parallel} onChange={setParallel} />
            <Button size="s" onClick={() => void start()}>
              {t('batch.start_worker')}
            </Button>
          </>
        ) : (
          <Button size="s" look="danger" onClick={() => void ask('stop_worker', { worker })}>
            {t('batch.stop_worker')}
          </Button>
        )}
      </div>
      {news.length > 0 && (
        <ul className="mt-2 text-s text-ink-2" aria-label={t('batch.worker_news')}>
          {news.map((one, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the same may happen twice, and none moves
            <li key={index} className="truncate">
              <WorkerWords news={one} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** How many news of a worker are shown. */
const MAX_NEWS = 5

function WorkerWords({ news }: { news: WorkerNews }) {
  const { t } = useTranslation()
  if (news.type === 'worker_ready') return t('batch.news.worker_ready', { worker: news.worker })
  if (news.type === 'worker_ended')
    return news.why === null ? t('batch.news.worker_ended') : saidNow(news.why)
  if (news.type === 'task_let_go') return `${news.task}: ${saidNow(news.why)}`
  return t(`batch.news.${news.type}`, { task: news.task })
}
