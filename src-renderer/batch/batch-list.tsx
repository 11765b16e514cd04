// Lists all batches that were made here, with how far each is, and shows the queue of several machines.
import { Layers, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PreparedBatch } from '../../src-preload/contract/calls/prepared-batches.ts'
import { useNow } from '../state/clock.ts'
import { ask } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useFresh } from '../state/use-fresh.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { momentWords } from '../ui/days.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Dot } from '../ui/dot.tsx'
import { CELL, ListTable, WIDE } from '../ui/list-table.tsx'
import { Empty } from '../ui/notice.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { NEW_BATCH } from './names.ts'
import { isLeft, isRetried, progressOf } from './progress.ts'
import { QueuePart } from './queue-part.tsx'
import { Unanswered } from '../ui/unanswered.tsx'

export function BatchList() {
  const { t } = useTranslation()
  const answer = useAnswer('list_batches', {})
  useFresh(answer, 'run')
  const batches = answer.value?.batches
  return (
    <PageFrame
      title={t('batch.title')}
      about={t('batch.about')}
      actions={
        <Button
          look="primary"
          icon={<Plus aria-hidden size={14} />}
          onClick={() => navigate('batch', null, NEW_BATCH)}
        >
          {t('batch.new')}
        </Button>
      }
    >
      <Unanswered answer={answer} />
      {batches?.length === 0 && (
        <Empty
          icon={<Layers aria-hidden size={28} />}
          title={t('batch.empty_title')}
          text={t('batch.empty_text')}
        />
      )}
      {batches !== undefined && batches.length > 0 && (
        <BatchTable batches={batches} onChanged={answer.again} />
      )}
      <QueuePart />
    </PageFrame>
  )
}

function BatchTable({ batches, onChanged }: { batches: readonly PreparedBatch[]; onChanged: () => void }) {
  const { t, i18n } = useTranslation()
  const now = useNow(false)
  const [asked, setAsked] = useState<string | null>(null)
  const remove = async () => {
    const name = asked ?? ''
    setAsked(null)
    if (!(await ask('delete_batch', { name }))) return
    announce(t('batch.deleted'))
    onChanged()
  }
  return (
    <>
      <ListTable
        className="mt-4"
        label={t('batch.list')}
        columns={[
          { name: t('batch.batch'), className: 'w-full' },
          { name: t('devices.state') },
          { name: t('batch.made'), className: WIDE },
        ]}
        actions={t('history.actions')}
      >
        {batches.map((batch) => (
          <tr key={batch.name} className="border-t border-line">
            <td className={cx(CELL, 'max-w-0')}>
              <button
                type="button"
                onClick={() => navigate('batch', null, batch.name)}
                className="block max-w-full truncate rounded-s text-left font-[550] hover:underline"
              >
                {batch.name}
              </button>
              <div className="truncate text-s text-ink-2">{batch.tasks[0]?.words}</div>
            </td>
            <td className={cx(CELL, 'whitespace-nowrap text-ink-2')}>
              <HowFar batch={batch} />
            </td>
            <td className={cx(CELL, WIDE, 'whitespace-nowrap text-ink-2')}>
              {momentWords(batch.changed, now, i18n.language)}
            </td>
            <td className="py-1.5 text-right">
              <Button
                size="s"
                look="quiet"
                disabled={batch.going}
                aria-label={t('batch.delete_named', { name: batch.name })}
                onClick={() => setAsked(batch.name)}
              >
                {t('history.delete_confirm')}
              </Button>
            </td>
          </tr>
        ))}
      </ListTable>
      <Confirm
        open={asked !== null}
        title={t('batch.delete_title', { name: asked ?? '' })}
        text={t('batch.delete_text')}
        cancel={t('history.keep')}
        confirm={t('history.delete_confirm')}
        onCancel={() => setAsked(null)}
        onConfirm={() => void remove()}
      />
    </>
  )
}

function HowFar({ batch }: { batch: PreparedBatch }) {
  const { t } = useTranslation()
  const { rows } = progressOf(batch)
  const failed = rows.filter(isRetried).length
  const left = rows.filter(isLeft).length
  const meaning = batch.going ? 'agent' : failed > 0 ? 'bad' : left > 0 ? 'none' : 'good'
  return (
    <span className="inline-flex items-baseline gap-2">
      <Dot meaning={meaning} alive={batch.going} />
      {t('batch.how_far', { done: rows.length - failed - left, count: rows.length })}
      {failed > 0 && <span className="text-bad">{t('batch.failed', { count: failed })}</span>}
    </span>
  )
}
