// Shows the step that goes on now: where it is, what it thinks as the words come in, and what it does.
import { Navigation, Pause } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { RunView, StepView } from '../../src-preload/contract/run-view.ts'
import { ownMs } from '../../src-preload/contract/run-waits.ts'
import { useNow } from '../state/clock.ts'
import { useKnownSentence } from '../state/sentences.ts'
import { EffectOf } from './effect.tsx'
import { clock } from './numbers.ts'
import { Rail } from './rail.tsx'
import { Took } from './step-details.tsx'
import { ActText, useActWords } from './step-line.tsx'
import { readableReply } from './streamed.ts'

interface CurrentStepProps {
  view: RunView
  step: StepView
  /** The reply that streams in. */
  text: string | null
}

export function CurrentStep({ view, step, text }: CurrentStepProps) {
  const { t } = useTranslation()
  const { paused, status } = view
  const asking = status === 'asking'
  const words = useActWords()
  const sentence = useKnownSentence()
  const now = useNow(true)
  const streamed = text === null ? '' : readableReply(text)
  const thought = streamed || sentence(step.thought || step.observation || '')
  return (
    <Rail
      look={paused || asking ? 'you' : 'agent'}
      icon={paused ? <Pause size={10} /> : <Navigation size={10} />}
    >
      <div className="my-1 overflow-hidden rounded-m border border-agent-line bg-panel shadow-lift">
        <div className="px-4 py-3">
          <div className="flex items-baseline gap-2">
            <span className="shrink-0 font-[550]">
              {asking ? t('doing.asking') : paused ? t('status.paused') : t(`doing.${step.phase}`)}
            </span>
            <span className="min-w-0 truncate text-ink-2">{step.subtask ?? step.application}</span>
            <span className="ml-auto shrink-0 pl-3 text-s text-ink-3">
              {t('step.number', { number: step.step + 1 })} · {clock(ownMs(view, step.started_at, now))}
            </span>
          </div>
          {thought !== '' && (
            <p className="mt-1 max-w-[62ch] whitespace-pre-wrap break-words text-ink-2">{thought}</p>
          )}
          {step.actions.map((action) => (
            <div key={action.call_id} className="mt-1 flex items-baseline">
              <ActText {...words(action)} />
              <EffectOf action={action} ms={action.ms} />
            </div>
          ))}
        </div>
        <Took step={step} />
      </div>
    </Rail>
  )
}
