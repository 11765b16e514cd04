// Shows one row of what Enter can do. The focus stays in the line: the row is an option of its list.
import { Monitor, MonitorSmartphone, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { cx } from '../ui/cx.ts'
import { Kbd } from '../ui/kbd.tsx'
import { dayWords } from '../ui/days.ts'
import type { Choice } from './choices.ts'

export const rowId = (index: number): string => `quick-choice-${index}`

interface ChoiceRowProps {
  choice: Choice
  index: number
  chosen: boolean
  now: number
  onPoint: () => void
  onRun: () => void
}

export function ChoiceRow({ choice, index, chosen, now, onPoint, onRun }: ChoiceRowProps) {
  const { t, i18n } = useTranslation()
  const Icon =
    choice.kind === 'again'
      ? RotateCcw
      : choice.kind === 'run' && choice.desktop === 'virtual'
        ? MonitorSmartphone
        : Monitor
  return (
    // The line hears the keys (aria-activedescendant); the pointer is a second way.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={rowId(index)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> has no icon and no keys
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onPointerMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
      className={cx(
        'flex h-9 items-center gap-3 border-t border-line px-4',
        chosen ? 'bg-agent-soft text-ink' : 'text-ink-2',
      )}
    >
      <Icon aria-hidden size={15} className="shrink-0" />
      <span className="min-w-0 grow truncate">
        {choice.kind === 'run'
          ? t(`quick.on_${choice.desktop}`)
          : choice.kind === 'send'
            ? t('quick.on_device', { device: choice.device })
            : t('quick.again', { request: choice.request })}
      </span>
      {choice.kind !== 'again' ? (
        <Kbd keys={choice.kind === 'run' ? choice.keys : 'Enter'} />
      ) : (
        <span className={cx('shrink-0 text-s', chosen ? 'text-ink-2' : 'text-ink-3')}>
          {dayWords(choice.started_at, now, i18n.language)}
        </span>
      )}
    </div>
  )
}
