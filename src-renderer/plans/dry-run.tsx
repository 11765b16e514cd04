// A dry run: what each step would do on the present screen, told in a dialog. Nothing is done.
import { useTranslation } from 'react-i18next'
import type { CallInput } from '../../src-preload/contract/calls.ts'
import type { ForeseenStep } from '../../src-preload/contract/calls/desktop.ts'
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import { foreseenWords, type ForeseenCode } from '../../src-preload/contract/foreseen-words.ts'
import { actWords } from '../../src-preload/contract/act-words.ts'
import { useVerbOf } from '../state/i18n.ts'
import { useSentence } from '../state/sentences.ts'
import { useAnswer } from '../state/use-answer.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Unanswered } from '../ui/unanswered.tsx'

interface DryRunProps {
  input: CallInput<'dry_run'>
  onClose: () => void
}

export function DryRun({ input, onClose }: DryRunProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('dry.title')}
      closeLabel={t('common.close')}
      footer={
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do in this dialog
        <Button autoFocus onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <Foreseen input={input} />
    </Dialog>
  )
}

function Foreseen({ input }: Pick<DryRunProps, 'input'>) {
  const { t } = useTranslation()
  const answer = useAnswer('dry_run', input)
  const { value, error } = answer
  if (error !== null || value === null) return <Unanswered answer={answer} loading={t('dry.looking')} />
  const { steps } = value
  const now = steps.filter(({ outcome }) => outcome === 'would_do').length
  const stops = steps.findIndex(({ outcome }) => outcome === 'cannot')
  return (
    <>
      <p className="mb-2 text-s text-ink-2" aria-live="polite">
        {t('dry.nothing_done')} {t('dry.count', { now, all: steps.length })}
        {stops < 0 ? '' : ` ${t('dry.stops', { number: stops + 1 })}`}
      </p>
      <ol className="flex flex-col">
        {steps.map((step, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two steps may have the same words; none moves here
          <Step key={index} step={step} number={index + 1} />
        ))}
      </ol>
    </>
  )
}

const SIGNS = { would_do: '✓', later: '…', cannot: '✗' } as const
const COLOURS = { would_do: 'text-good', later: 'text-ink-3', cannot: 'text-bad' } as const

function Step({ step: { words, outcome, acts, reasons }, number }: { step: ForeseenStep; number: number }) {
  const { t, i18n } = useTranslation()
  const isEnglish = i18n.language === 'en'
  const verbOf = useVerbOf()
  return (
    <li className="grid grid-cols-[16px_1fr] gap-x-2 border-t border-line py-1.5 first:border-t-0">
      <span aria-hidden className={cx('text-center', COLOURS[outcome])}>
        {SIGNS[outcome]}
      </span>
      <div className="min-w-0 break-words select-text">
        <span className="sr-only">{t(`dry.outcome.${outcome}`)}: </span>
        {number}. {words}
        {acts.map((act, index) => {
          const { verb, rest } = actWords(act, verbOf)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- acts have no names and never move
            <div key={index} className="text-s text-ink-2">
              {verb} {rest}
              {act.asks && (
                <div className="text-you">
                  {t('dry.asks', {
                    categories: act.asks.categories
                      .map((name) => t(`categories.${name}`))
                      .join(t('composer.comma')),
                  })}
                </div>
              )}
            </div>
          )
        })}
        {reasons.map((reason) => (
          <div key={JSON.stringify(reason)} className="text-s text-ink-2">
            <Why reason={reason} isEnglish={isEnglish} />
          </div>
        ))}
      </div>
    </li>
  )
}

/** Codes whose parameters are sentences of the interpreter or a tool, which speak English. */
const IN_OWN_WORDS: ReadonlySet<string> = new Set<ForeseenCode>([
  'not_found',
  'refused',
  'would_ask',
  'out_of_sight',
])

function Why({ reason, isEnglish }: { reason: CodedText; isEnglish: boolean }) {
  const { t } = useTranslation()
  const sentence = useSentence()
  if (isEnglish && IN_OWN_WORDS.has(reason.code)) return foreseenWords(reason)
  // locales: dry.why.*
  return t(`dry.why.${reason.code as ForeseenCode}`, {
    ...reason.parameters,
    problem: sentence(reason.parameters['problem'] ?? ''),
    defaultValue: '',
  })
}
