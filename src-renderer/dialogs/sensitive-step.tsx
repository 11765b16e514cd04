// Asks before a sensitive act: shows what will happen, where, why it is asked, and the target in the picture. The safe answer
// comes first and has the focus; only the permissions that the program offers can be given.
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Scope } from '../../src-preload/contract/safety.ts'
import { Button } from '../ui/button.tsx'
import { Input } from '../ui/field.tsx'
import { useAskedAct } from './asked-words.ts'
import type { DialogProps } from './dialog-props.ts'
import { useGateReason } from './gate-reason.ts'
import { TargetPicture } from './target-picture.tsx'

export function SensitiveStep({ run, question, disabled, onAnswer }: DialogProps) {
  const { t, i18n } = useTranslation()
  const [why, setWhy] = useState<string | null>(null)
  const reasonOf = useGateReason()
  const { details } = question
  const consequence = details?.consequence ?? null
  const refuse = (reason: string | null) =>
    onAnswer({ kind: 'sensitive_step', allow: false, scope: 'once', why: reason })
  const allow = (scope: Scope) => onAnswer({ kind: 'sensitive_step', allow: true, scope, why: null })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || disabled) return
    event.stopPropagation()
    // The first Escape only closes the unfinished reason.
    if (why !== null && why !== '') setWhy(null)
    else refuse(null)
  }
  const { verb, rest } = useAskedAct(question)
  const target = details?.target
  const place = [target?.window, target?.application].filter(
    (name) => typeof name === 'string' && name !== '' && !question.text.includes(name),
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the Escape of the buttons within
    <div className="flex flex-wrap gap-4" onKeyDown={onKeyDown}>
      {details && <TargetPicture run={run} details={details} />}
      <div className="min-w-60 flex-1">
        <h3 className="font-[650] break-words">
          {consequence
            ? t(`consequence.${consequence.code}`, { ...consequence.parameters, defaultValue: '' })
            : `${verb} ${rest}?`}
        </h3>
        {consequence && (
          <div className="break-words">
            {verb} {rest}
          </div>
        )}
        {place.length > 0 && (
          <div className="text-ink-2">{t('ask.where', { place: [...new Set(place)].join(' · ') })}</div>
        )}
        {details && details.control_text !== '' && !question.text.includes(details.control_text) && (
          <pre className="mt-1 max-h-40 overflow-auto rounded-s bg-sunken px-2 py-1 font-mono text-s whitespace-pre-wrap break-words">
            {details.control_text}
          </pre>
        )}
        {details && (
          <div className="mt-1 text-s text-ink-2">
            {t('ask.because', {
              categories: details.categories.map((name) => t(`categories.${name}`)).join(', '),
            })}
            {` ${reasonOf(details)}`}
            {i18n.language === 'en' && ` ${t('ask.rule', { rule: details.rule })}`}
          </div>
        )}
        {why === null ? (
          <div className="mt-3 flex flex-wrap gap-2">
            <Button data-safe keys="Escape" disabled={disabled} onClick={() => refuse(null)}>
              {t('ask.refuse')}
            </Button>
            {(details?.scopes ?? ['once' as const]).map((scope) => (
              <Button key={scope} disabled={disabled} onClick={() => allow(scope)}>
                {t(`ask.scope.${scope}`)}
              </Button>
            ))}
            <Button look="quiet" disabled={disabled} onClick={() => setWhy('')}>
              {t('ask.refuse_why')}
            </Button>
          </div>
        ) : (
          <form
            className="mt-3 flex flex-wrap gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              refuse(why.trim() === '' ? null : why.trim())
            }}
          >
            <Input
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this field
              autoFocus
              aria-label={t('ask.why')}
              placeholder={t('ask.why')}
              value={why}
              onChange={(event) => setWhy(event.target.value)}
              className="flex-1"
            />
            <Button type="submit" disabled={disabled}>
              {t('ask.refuse')}
            </Button>
            <Button look="quiet" onClick={() => setWhy(null)}>
              {t('common.back')}
            </Button>
          </form>
        )}
      </div>
    </div>
  )
}
