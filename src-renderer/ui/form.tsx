// Shows a form that is sent once: its fault is shown in it, and a person with a keyboard begins in its first field.
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Notice } from './notice.tsx'

interface FormProps {
  label: string
  /** Sends the form; what it throws is shown in the form. */
  onSend: () => Promise<void>
  ready: boolean
  /** Whether the focus goes to its first field, because the person has just opened it. */
  focusFirst?: boolean
  /** Whether Enter goes to the next field, as in a long form. Ctrl+Enter sends from every field of every form. */
  enterGoesOn?: boolean
  wordsOf: (error: unknown) => string
  className?: string
  /** The word of its button. */
  submit: string
  icon?: ReactNode
  /** Whether it is the main thing to do here. */
  primary?: boolean
  onCancel?: () => void
  /** Stands beside its button. */
  beside?: ReactNode
  children: ReactNode
}

/** Tells whether Enter was pressed; one that ends a word of an input method is that method's. */
const isEnter = ({ key, nativeEvent }: KeyboardEvent): boolean => key === 'Enter' && !nativeEvent.isComposing

/** Tells whether Enter was pressed in a field of one line. */
export const isEnterInField = (event: KeyboardEvent): boolean =>
  isEnter(event) && event.target instanceof HTMLInputElement

function nextField(form: HTMLFormElement, field: EventTarget): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLElement>('input:not([hidden]), textarea, [type=submit]')]
  return fields[fields.findIndex((each) => each === field) + 1]
}

export function Form(props: FormProps) {
  const { label, onSend, ready, focusFirst = false, wordsOf, className, children } = props
  const { submit, icon, primary = false, onCancel, beside, enterGoesOn = false } = props
  const { t } = useTranslation()
  const [going, setGoing] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (focusFirst) form.current?.querySelector<HTMLElement>('input:not([hidden]), textarea')?.focus()
  }, [focusFirst])
  const send = async () => {
    setGoing(true)
    setFault(null)
    try {
      await onSend()
    } catch (error) {
      setFault(wordsOf(error))
    } finally {
      setGoing(false)
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its fields have the keys, the form only hears them
    <form
      ref={form}
      aria-label={label}
      className={cx('flex flex-col gap-3', className)}
      onKeyDown={(event) => {
        if (event.defaultPrevented || !isEnter(event)) return
        if (event.ctrlKey || event.metaKey) event.currentTarget.requestSubmit()
        else if (enterGoesOn && isEnterInField(event)) nextField(event.currentTarget, event.target)?.focus()
        else return
        event.preventDefault()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready && !going) void send()
      }}
    >
      {children}
      {fault !== null && <Notice>{fault}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        {beside}
        {onCancel && <Button onClick={onCancel}>{t('settings.cancel')}</Button>}
        <Button type="submit" look={primary ? 'primary' : 'plain'} icon={icon} disabled={!ready} busy={going}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
