// At the end of what worked: whether it is remembered. It is used for later requests that are alike.
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import type { DialogProps } from './dialog-props.ts'

export function SaveExperience({ disabled, onAnswer }: DialogProps) {
  const { t } = useTranslation()
  return (
    <div>
      <h3 className="font-[650]">{t('experience.title')}</h3>
      <p className="mt-0.5 max-w-[62ch] text-ink-2">{t('experience.text')}</p>
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
