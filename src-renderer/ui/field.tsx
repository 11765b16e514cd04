// Shows fields of a form: a label, what it is for, the key of config.yaml, and what is wrong with the value.
import { useId, type ComponentProps, type ReactNode } from 'react'
import { cx } from './cx.ts'

export interface FieldIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** The setting's key, in small mono. */
  settingKey?: string
  error?: string | null
  /** Stands beside the label: a badge, a reset button. */
  aside?: ReactNode
  className?: string
  /** Draws the control; it must take these ids, so that it is named and described. */
  children: (ids: FieldIds) => ReactNode
}

export function Field({ label, hint, settingKey, error, aside, className, children }: FieldProps) {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <div className="flex min-h-5 items-baseline gap-2">
        <label htmlFor={id} className="font-[550]">
          {label}
        </label>
        {settingKey !== undefined && <code className="font-mono text-xs text-ink-3">{settingKey}</code>}
        {aside !== undefined && <span className="ml-auto flex items-center gap-2">{aside}</span>}
      </div>
      {hint !== undefined && (
        <div id={`${id}-hint`} className="text-s text-ink-2">
          {hint}
        </div>
      )}
      {children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error ? true : undefined,
      })}
      {error ? (
        <div id={`${id}-error`} role="alert" className="text-s text-bad">
          {error}
        </div>
      ) : null}
    </div>
  )
}

type TextFieldProps = Omit<FieldProps, 'children'> &
  Pick<ComponentProps<'input'>, 'inputMode' | 'max' | 'maxLength' | 'min' | 'placeholder' | 'type'> & {
    value: string
    onText: (text: string) => void
    /** The lines of a text area; a box of one line without them. */
    rows?: number
    boxClassName?: string
  }

/** Shows a field whose control is a text: a box of one line, or a text area. */
export function TextField({ onText, rows, boxClassName, ...rest }: TextFieldProps) {
  const { label, hint, settingKey, error, aside, className, value, maxLength, ...line } = rest
  const text = { value, maxLength, className: boxClassName }
  return (
    <Field {...{ label, hint, settingKey, error, aside, className }}>
      {(ids) =>
        rows === undefined ? (
          <Input {...ids} {...line} {...text} onChange={(event) => onText(event.target.value)} />
        ) : (
          <TextArea {...ids} {...text} rows={rows} onChange={(event) => onText(event.target.value)} />
        )
      }
    </Field>
  )
}

const BOX =
  'w-full min-w-0 rounded-s border border-line-strong bg-raised text-ink placeholder:text-ink-3 aria-invalid:border-bad disabled:opacity-50'

export const Input = ({ className, ...rest }: ComponentProps<'input'>) => (
  <input className={cx(BOX, 'h-7.5 px-2.5', className)} autoComplete="off" spellCheck={false} {...rest} />
)

export const TextArea = ({ className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea className={cx(BOX, 'min-h-16 px-2.5 py-1.5', className)} {...rest} />
)
