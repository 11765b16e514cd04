// Asks at the end of a session whether to remember what worked, or what did not, for similar requests later.
import { useTranslation } from 'react-i18next'
import { EXPERIENCE_QUESTIONS } from '../../src-preload/contract/words.ts'
import { Button } from '../ui/button.tsx'
import type { DialogProps } from './dialog-props.ts'

export function SaveExperience({ question, disabled, onAnswer }: DialogProps) {
  const { t } = useTranslation()
  const failed = question.text === EXPERIENCE_QUESTIONS.failed
  return (
    <div>
      <h3 className="font-[650]">{t(failed ? 'experience.title_failed' : 'experience.title')}</h3>
      <p className="mt-0.5 max-w-[62ch] text-ink-2">
        {t(failed ? 'experience.text_failed' : 'experience.text')}
      </p>
      <div className="mt-3 flex gap-2">
        <Button data-safe disabled={disabled} onClick={() => onAnswer({ kind: 'experience', save: true })}>
          {t('experience.save')}
        </Button>
        <Button
          look="quiet"
          disabled={disabled}
          onClick={() => onAnswer({ kind: 'experience', save: false })}
        >
          {t('experience.forget')}
        </Button>
      </div>
    </div>
  )
}
