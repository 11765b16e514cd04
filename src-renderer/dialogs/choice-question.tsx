// Asks a question of a model: for one of its numbered choices, or for a text where it has none. Digits choose.
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Input, TextArea } from '../ui/field.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { useAskedWords } from './asked-words.ts'
import type { DialogProps } from './dialog-props.ts'

export function ChoiceQuestion({ question, disabled, onAnswer }: DialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { choices } = question
  const words = useAskedWords(question)
  const answer = (given: string) => onAnswer({ kind: 'question', text: given })
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = /^[1-9]$/.test(event.key) ? choices[Number(event.key) - 1] : undefined
    if (chosen === undefined || disabled || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    answer(chosen)
  }
  if (choices.length === 0) {
    const send = () => text.trim() !== '' && answer(question.secret ? text : text.trim())
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <h3 className="mb-2 font-[650] whitespace-pre-wrap break-words">{question.text}</h3>
        {question.secret ? (
          <Input
            data-safe
            type="password"
            autoComplete="off"
            aria-label={question.text}
            placeholder={t('ask.secret')}
            value={text}
            disabled={disabled}
            onChange={(event) => setText(event.target.value)}
          />
        ) : (
          <TextArea
            data-safe
            aria-label={question.text}
            placeholder={t('ask.answer')}
            value={text}
            disabled={disabled}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              send()
            }}
          />
        )}
        <Button type="submit" className="mt-2" keys="Enter" disabled={disabled || text.trim() === ''}>
          {t('ask.send')}
        </Button>
      </form>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the digits of the buttons within
    <div onKeyDown={onKeyDown}>
      <h3 className="mb-2 font-[650] whitespace-pre-wrap break-words">{words.text}</h3>
      <ol className="flex flex-col gap-1">
        {choices.map((choice, index) => (
          <li key={choice}>
            <button
              type="button"
              disabled={disabled}
              {...(index === 0 ? { 'data-safe': true } : {})}
              onClick={() => answer(choice)}
              className="flex w-full items-center gap-2.5 rounded-s border border-line-strong bg-raised px-3 py-1.5 text-left hover:bg-sunken disabled:opacity-50"
            >
              <Kbd keys={String(index + 1)} />
              <span className="min-w-0 break-words">{words.choice(choice)}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}
