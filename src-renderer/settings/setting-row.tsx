// Shows one setting in a line: what it is and its key on the left, its control on the right, the outcome of a change below.
import { Check, RotateCcw } from 'lucide-react'
import { useEffect, useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { announce } from '../ui/announcer.tsx'
import type { FieldIds } from '../ui/field.tsx'
import { cx } from '../ui/cx.ts'
import { FieldControl } from './field-control.tsx'
import type { Field, Path } from './fields.ts'
import { useShownKeys } from './shown-keys.ts'
import { useSetting, type Setting } from './use-setting.ts'
import { fieldWords, type FieldWords, type WordsOf } from './words.ts'

interface SettingRowProps {
  field: Field
  /** Its path in the file; by default the field's own path. */
  path?: Path
  words?: WordsOf
  fallback?: unknown
  suggestions?: readonly string[]
  /** The meaning of an empty line. */
  placeholder?: string | null
  /** Shown beside the label. */
  badge?: ReactNode
  /** Shown below the control. */
  note?: ReactNode
  /** Draws another control than that of its shape. */
  children?: (setting: Setting, ids: FieldIds, words: FieldWords) => ReactNode
}

export function SettingRow({
  field,
  path,
  words: of = 'fields',
  fallback,
  suggestions,
  placeholder,
  badge,
  note,
  children,
}: SettingRowProps) {
  const { t } = useTranslation()
  const id = useId()
  const setting = useSetting(path ?? field.path, fallback)
  const words = fieldWords(t, of, field.key)
  const { state, error } = setting
  useEffect(() => {
    if (state === 'saved') announce(t('settings.saved_of', { label: words.label }))
  }, [state, t, words.label])
  const ids: FieldIds = {
    id,
    'aria-describedby': error === null ? `${id}-help` : `${id}-help ${id}-error`,
    'aria-invalid': error === null ? undefined : true,
  }
  // A list takes the whole width.
  const wide = field.shape.kind === 'list'
  return (
    <div
      data-setting={setting.key}
      className={cx(
        'grid gap-x-6 gap-y-2 border-t border-line py-2.5 first:border-t-0',
        wide ? 'grid-cols-1' : 'grid-cols-1 min-[720px]:grid-cols-[minmax(0,1fr)_minmax(200px,300px)]',
      )}
    >
      <div className="min-w-0">
        <div className="flex min-h-5 flex-wrap items-center gap-x-2">
          <label htmlFor={id} className="font-[550]">
            {words.label}
          </label>
          {badge}
          <KeyLine setting={setting} field={field} words={words} />
        </div>
        <p id={`${id}-help`} className="text-s text-ink-2">
          {words.help}
        </p>
      </div>
      <div className={cx('flex min-w-0 flex-col gap-1', !wide && 'justify-center min-[720px]:items-end')}>
        {children ? (
          children(setting, ids, words)
        ) : (
          <FieldControl
            field={field}
            setting={setting}
            words={words}
            ids={ids}
            placeholder={placeholder ?? null}
            {...(suggestions ? { suggestions } : {})}
          />
        )}
        {note}
        {error !== null && (
          <p id={`${id}-error`} role="alert" className="text-s text-bad">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

/** Shows the key, whether it has its default, and a button for the default; no line changes its height. */
function KeyLine({ setting, field, words }: { setting: Setting; field: Field; words: FieldWords }) {
  const { t } = useTranslation()
  const reset = useResetWords(setting.fallback, field, words)
  const keys = useShownKeys(({ shown }) => shown)
  return (
    <div className="flex h-5 min-w-0 items-center gap-2 text-xs text-ink-3">
      {keys && <code className="truncate font-mono">{setting.key}</code>}
      {setting.own ? (
        <button
          type="button"
          className="inline-flex shrink-0 items-center gap-1 rounded-s text-ink-2 underline-offset-2 hover:text-ink hover:underline"
          onClick={() => void setting.reset()}
        >
          <RotateCcw aria-hidden size={11} />
          {reset}
        </button>
      ) : (
        <span className="shrink-0">{t('settings.default')}</span>
      )}
      {setting.state === 'saved' && (
        <span aria-hidden className="inline-flex shrink-0 items-center gap-1 text-good">
          <Check size={12} />
          {t('settings.saved')}
        </span>
      )}
    </div>
  )
}

function useResetWords(fallback: unknown, field: Field, words: FieldWords): string {
  const { t } = useTranslation()
  const to = (value: string): string => t('settings.reset', { value })
  if (typeof fallback === 'boolean') return to(fallback ? t('settings.on') : t('settings.off'))
  if (fallback === null) return to(t('settings.empty_value'))
  if (field.key.startsWith('safety.categories.')) return t('settings.reset_empty')
  if (field.shape.kind === 'choice' && typeof fallback === 'string') return to(words.option(fallback))
  const short = (typeof fallback === 'string' || typeof fallback === 'number') && fallback !== ''
  return short ? to(String(fallback)) : t('settings.reset_empty')
}
