// Shows memories as a table: what each is about, its kind, its applications, how often it has helped, and what can be done with
// it.
import { BookOpen, Ellipsis, Pin, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemorySummary } from '../../src-preload/contract/memory.ts'
import { useNow } from '../state/clock.ts'
import { navigate } from '../state/place.ts'
import { cx } from '../ui/cx.ts'
import { dayWords } from '../ui/days.ts'
import { CELL, ListTable, ROOMY, WIDE } from '../ui/list-table.tsx'
import { Menu } from '../ui/menu.tsx'
import { focusBeside } from './focus.ts'
import { ForgetQuestion } from './forget-question.tsx'
import { FaredWords, OutcomeMark } from './facts.tsx'
import { usePin } from './use-pin.ts'

interface MemoryTableProps {
  memories: readonly MemorySummary[]
  onChanged: () => void
}

export function MemoryTable({ memories, onChanged }: MemoryTableProps) {
  const { t } = useTranslation()
  const now = useNow(false)
  const [asked, setAsked] = useState<MemorySummary | null>(null)
  const forgotten = (id: number) => {
    focusBeside(
      memories.map((memory) => memory.id),
      id,
    )
    onChanged()
  }
  return (
    <>
      <ListTable
        label={t('memory.list')}
        columns={[
          { name: t('memory.about_what'), className: 'w-full' },
          { name: t('memory.kind'), className: WIDE },
          { name: t('memory.application') },
          { name: t('memory.fared'), className: ROOMY },
          { name: t('memory.made'), className: ROOMY },
        ]}
        actions={t('memory.actions')}
      >
        {memories.map((memory) => (
          <MemoryRow
            key={memory.id}
            memory={memory}
            now={now}
            onChanged={onChanged}
            onForget={() => setAsked(memory)}
          />
        ))}
      </ListTable>
      <ForgetQuestion memory={asked} onClose={() => setAsked(null)} onForgotten={forgotten} />
    </>
  )
}

interface MemoryRowProps {
  memory: MemorySummary
  now: number
  onChanged: () => void
  onForget: () => void
}

function MemoryRow({ memory, now, onChanged, onForget }: MemoryRowProps) {
  const { t, i18n } = useTranslation()
  const { id, title, kind, applications, pinned, made } = memory
  const open = () => navigate('memory', null, String(id))
  const pin = usePin(memory, onChanged)
  return (
    <tr className="border-t border-line">
      <td className={cx(CELL, 'max-w-0')}>
        <div className="flex items-baseline gap-1.5">
          {pinned && (
            <span title={t('memory.is_pinned')} className="shrink-0 self-center text-you">
              <Pin aria-hidden size={12} />
              <span className="sr-only">{t('memory.is_pinned')}</span>
            </span>
          )}
          <button
            type="button"
            data-memory={id}
            title={title}
            onClick={open}
            className="block min-w-0 truncate rounded-s text-left font-[550] hover:underline"
          >
            {title}
          </button>
          <OutcomeMark outcome={memory.outcome} />
        </div>
      </td>
      <td className={cx(CELL, WIDE, 'whitespace-nowrap text-ink-2')}>{t(`memory.kinds.${kind}`)}</td>
      <td className={cx(CELL, 'text-ink-2')}>
        <span className="block max-w-40 truncate @max-[480px]:max-w-24" title={applications.join(', ')}>
          {applications.length === 0 ? t('memory.any_application') : applications.join(', ')}
        </span>
      </td>
      <td className={cx(CELL, ROOMY, 'whitespace-nowrap text-ink-2')}>
        <FaredWords memory={memory} />
      </td>
      <td className={cx(CELL, ROOMY, 'whitespace-nowrap text-ink-2')}>
        <time dateTime={new Date(made).toISOString()}>{dayWords(made, now, i18n.language)}</time>
      </td>
      <td className="py-1.5 text-right">
        <Menu
          align="end"
          trigger={
            <button
              type="button"
              aria-label={t('memory.more', { title })}
              className="inline-grid size-7 place-items-center rounded-s text-ink-2 hover:bg-sunken hover:text-ink"
            >
              <Ellipsis aria-hidden size={16} />
            </button>
          }
          groups={[
            [
              { label: t('memory.read'), icon: <BookOpen aria-hidden size={14} />, onSelect: open },
              {
                label: pin.label,
                icon: <pin.Icon aria-hidden size={14} />,
                onSelect: pin.onSelect,
              },
            ],
            [
              {
                label: t('memory.forget'),
                icon: <Trash2 aria-hidden size={14} />,
                danger: true,
                onSelect: onForget,
              },
            ],
          ]}
        />
      </td>
    </tr>
  )
}
