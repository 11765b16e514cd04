// The checklist of a run that goes on: what was not begun is ticked off, moved, reworded, or made to ask first.
import { Ellipsis } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import {
  isChangeable,
  type ChecklistChange,
  type ChecklistItem,
} from '../../src-preload/contract/checklist.ts'
import type { ChecklistView } from '../../src-preload/contract/run-view.ts'
import { ask } from '../state/commands.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Input } from '../ui/field.tsx'
import { beginningOf, LongText } from '../ui/long-text.tsx'
import { Menu } from '../ui/menu.tsx'
import { PlanRow } from './plan-row.tsx'

interface ChecklistProps {
  run: string
  checklist: ChecklistView
}

export function Checklist({ run, checklist: { items, of } }: ChecklistProps) {
  const { t } = useTranslation()
  const free = items.findLastIndex((item) => !isChangeable(item)) + 1
  const isAnyFree = items.some(isChangeable)
  return (
    <>
      {isAnyFree && <p className="mt-1 text-s text-ink-2">{t('checklist.hint')}</p>}
      <ol className="mt-2 flex flex-col gap-1">
        {items.map((item, index) =>
          isChangeable(item) ? (
            <ChangeableRow
              key={item.id}
              item={item}
              before={index > free ? (items[index - 1]?.id ?? null) : undefined}
              after={index < items.length - 1 ? (items[index + 2]?.id ?? null) : undefined}
              isRewordable={of !== 'recorded'}
              onChange={(change) => ask('edit_checklist', { run, changes: [{ item: item.id, ...change }] })}
            />
          ) : (
            <PlanRow
              key={item.id}
              line={{ text: item.words, state: item.state === 'open' ? 'next' : item.state }}
            />
          ),
        )}
      </ol>
    </>
  )
}

interface ChangeableRowProps {
  item: ChecklistItem
  /** The item that it comes before after a move up or down; undefined where it can’t move. */
  before: string | null | undefined
  after: string | null | undefined
  isRewordable: boolean
  onChange: (change: Omit<ChecklistChange, 'item'>) => Promise<unknown>
}

function ChangeableRow({ item, before, after, isRewordable, onChange }: ChangeableRowProps) {
  const { t } = useTranslation()
  const [words, setWords] = useState<string | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const isDone = item.state !== 'left_out'
  const move = (to: string | null | undefined) => {
    if (to !== undefined) void onChange({ before: to })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    move(event.key === 'ArrowUp' ? before : after)
  }
  const close = () => {
    setWords(null)
    requestAnimationFrame(() => box.current?.focus())
  }
  const reword = async () => {
    if (words === null || words.trim() === '') return
    if ((await onChange({ words: words.trim() })) !== null) close()
  }
  if (words !== null) {
    return (
      <li>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void reword()
          }}
        >
          <Input
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this field
            autoFocus
            aria-label={t('checklist.words')}
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.stopPropagation()
              close()
            }}
          />
        </form>
      </li>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears the keys of what is within
    <li className="flex items-start gap-2" onKeyDown={onKeyDown}>
      <input
        ref={box}
        type="checkbox"
        checked={isDone}
        aria-label={t('checklist.do', { words: beginningOf(item.words) })}
        className="mt-[5px] size-3.5 shrink-0 accent-agent"
        onChange={() => void onChange({ left_out: isDone })}
      />
      <span className={cx('min-w-0 grow break-words', isDone ? 'text-ink' : 'text-ink-2 line-through')}>
        <LongText text={item.words} /> {item.ask && isDone && <Badge>{t('checklist.asks')}</Badge>}
      </span>
      <Menu
        align="end"
        trigger={
          <IconButton label={t('checklist.change', { words: beginningOf(item.words) })} className="size-6">
            <Ellipsis aria-hidden size={14} />
          </IconButton>
        }
        groups={[
          [
            {
              label: t('checklist.earlier'),
              keys: 'Alt+↑',
              disabled: before === undefined,
              onSelect: () => move(before),
            },
            {
              label: t('checklist.later'),
              keys: 'Alt+↓',
              disabled: after === undefined,
              onSelect: () => move(after),
            },
          ],
          [
            ...(isRewordable ? [{ label: t('checklist.reword'), onSelect: () => setWords(item.words) }] : []),
            {
              label: t('checklist.ask'),
              checked: item.ask,
              onSelect: () => void onChange({ ask: !item.ask }),
            },
          ],
        ]}
      />
    </li>
  )
}
