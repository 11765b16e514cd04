// Shows one moment of a run in the history: the picture with the target of the act, and what is known of the act.
import { ImageOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { durationWords, markOf, type Mark } from '../../src-preload/contract/words.ts'
import { StepPicture } from '../chat/step-picture.tsx'
import { useSaid } from '../chat/effect.tsx'
import { AnsweredLine } from '../dialogs/answered-line.tsx'
import { useActWords } from '../chat/step-line.tsx'
import { fileAddress } from '../state/bridge.ts'
import { useKnownSentence, useSentence } from '../state/sentences.ts'
import { cx } from '../ui/cx.ts'
import { Empty, Fault } from '../ui/notice.tsx'
import type { Moment } from './replay.ts'

export function MomentPicture({ run, moment }: { run: string; moment: Moment }) {
  const { t } = useTranslation()
  const { step, action, seen } = moment
  if (seen === null || seen.picture === null) {
    return <Empty icon={<ImageOff aria-hidden size={24} />} title={t('replay.no_picture')} />
  }
  const earlier = seen !== step
  return (
    <>
      <StepPicture
        source={fileAddress(run, seen.picture.path)}
        picture={seen.picture}
        targets={action === null || earlier ? [] : [action.target]}
        alt={t('replay.picture', { step: seen.step + 1 })}
        className={cx(
          'max-h-full max-w-full rounded-s border border-line-strong bg-panel',
          earlier && 'opacity-60',
        )}
      />
      {earlier && (
        <p className="absolute bottom-2 rounded-s bg-raised px-2 py-0.5 text-s text-ink-2">
          {t('replay.earlier', { step: seen.step + 1 })}
        </p>
      )}
    </>
  )
}

const COLOURS: Record<Mark, string> = {
  '✓': 'text-good',
  '?': 'text-you',
  '✗': 'text-bad',
  '–': 'text-ink-3',
  '·': 'text-ink-3',
}

export function MomentFacts({ moment }: { moment: Moment }) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const known = useKnownSentence()
  const actWords = useActWords()
  const { step, action, questions } = moment
  const said = useSaid()
  const words = action === null ? null : actWords(action)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-baseline gap-2">
        <h2 className="font-[650]">{t('replay.step', { step: step.step + 1 })}</h2>
        <span className="text-s text-ink-3">
          {step.agent}
          {step.ms !== null && ` · ${durationWords(step.ms)}`}
        </span>
      </div>
      <Fact label={t('replay.act')}>
        {words === null ? (
          <span className="text-ink-2">{t('replay.no_act')}</span>
        ) : (
          <>
            <b className="font-[550]">{words.verb}</b> {words.rest}
          </>
        )}
        {action !== null && (
          <div className={cx('mt-0.5 flex gap-1.5', COLOURS[markOf(action)])}>
            <span aria-hidden className="font-[650]">
              {markOf(action)}
            </span>
            <span className="min-w-0 break-words">
              {`${t(`replay.effect.${effectOf(moment)}`)}: ${said(action)}`.replace(/: $/, '')}
            </span>
          </div>
        )}
      </Fact>
      {questions.length > 0 && (
        <Fact label={t('replay.asked')}>
          {questions.map((question) => (
            <AnsweredLine key={question.question} question={question} />
          ))}
        </Fact>
      )}
      {step.thought !== null && step.thought !== '' && (
        <Fact label={t('replay.thought')}>
          <span className="whitespace-pre-wrap text-ink-2">{known(step.thought)}</span>
        </Fact>
      )}
      {step.window !== null && (
        <Fact label={t('replay.window')}>
          {step.window.title}
          <div className="text-s text-ink-3">{t('replay.controls', { count: step.controls })}</div>
        </Fact>
      )}
      {step.error !== null && (
        <Fact label={t('replay.failed')}>
          <span className="text-bad">
            <Fault text={sentence(step.error)} />
          </span>
        </Fact>
      )}
    </div>
  )
}

function effectOf({
  action,
}: Moment): 'confirmed' | 'unconfirmed' | 'contradicted' | 'none' | 'failed' | 'refused' {
  if (action?.status === 'failure') return action.ms === null ? 'refused' : 'failed'
  return action?.effect ?? 'none'
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <div className="text-s text-ink-3">{label}</div>
    <div className="break-words">{children}</div>
  </div>
)
