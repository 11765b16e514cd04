// Memories as a table: what each is about, its kind, its applications, how it has fared, and what can be done with it.
import { BookOpen, Pin, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemorySummary } from '../../src-preload/contract/memory.ts'
import { useNow } from '../state/clock.ts'
import { navigate } from '../state/place.ts'
import { cx } from '../ui/cx.ts'
import { dayWords } from '../ui/days.ts'
import { CELL, ListTable, ROOMY, WIDE } from '../ui/list-table.tsx'
import { menuEntry, MoreMenu } from '../ui/menu.tsx'
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
        <MoreMenu
          label={t('memory.more', { title })}
          groups={[
            [menuEntry(t('memory.read'), BookOpen, open), menuEntry(pin.label, pin.Icon, pin.onSelect)],
            [{ ...menuEntry(t('memory.forget'), Trash2, onForget), danger: true }],
          ]}
        />
      </td>
    </tr>
  )
}
