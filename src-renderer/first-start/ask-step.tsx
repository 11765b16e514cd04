// Asks in which cases Deskhand should ask the person first: one of three degrees of caution.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bridge } from '../state/bridge.ts'
import { useConfig } from '../state/store.ts'
import { CAUTIONS, cautionOf, changesTo, decisionsOf, type Caution } from './caution.ts'
import { StepHead, type StepProps } from './step.tsx'
import { OptionCards } from './option-cards.tsx'

export function AskStep({ frame }: StepProps) {
  const { t } = useTranslation()
  const decisions = useConfig()?.values.safety.categories ?? decisionsOf('careful')
  const [chosen, setChosen] = useState<Caution | null>(null)
  const value = chosen ?? cautionOf(decisions) ?? 'careful'
  return frame(
    <>
      <StepHead title={t('first.ask.title')} text={t('first.ask.text')} />
      <OptionCards
        label={t('first.ask.title')}
        value={value}
        onChange={setChosen}
        options={CAUTIONS.map((caution) => ({
          value: caution,
          title: t(`first.ask.${caution}`),
          text: t(`first.ask.${caution}_text`),
        }))}
      />
    </>,
    async () => {
      for (const [category, decision] of changesTo(value, decisions)) {
        await bridge.call('set_config', { key: ['safety', 'categories', category], value: decision })
      }
    },
    value,
  )
}
