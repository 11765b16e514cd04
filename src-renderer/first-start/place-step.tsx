// Asks where Deskhand should work: beside the person on a virtual desktop, or in their own windows.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bridge } from '../state/bridge.ts'
import { useSentence } from '../state/sentences.ts'
import { useAppState, useConfig } from '../state/store.ts'
import { StepHead, type StepProps } from './step.tsx'
import { OptionCards } from './option-cards.tsx'

export function PlaceStep({ frame }: StepProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const app = useAppState()
  const host = app?.host_desktop
  const kind = useConfig()?.values.display.kind ?? 'auto'
  const [chosen, setChosen] = useState<'host' | 'virtual' | null>(null)
  const there = host?.there ?? false
  const hasVirtual = app?.virtual_desktop.there ?? true
  // A virtual desktop leaves the person's own alone, so it is the better default.
  const value = chosen ?? ((kind === 'host' && there) || !hasVirtual ? 'host' : 'virtual')
  return frame(
    <>
      <StepHead title={t('first.place.title')} text={t('first.place.text')} />
      <OptionCards
        label={t('first.place.title')}
        value={value}
        onChange={setChosen}
        options={[
          {
            value: 'virtual',
            title: t('first.place.virtual'),
            text: t(hasVirtual ? 'first.place.virtual_text' : 'display.only_host'),
            disabled: !hasVirtual,
          },
          {
            value: 'host',
            title: t('first.place.host'),
            text: there
              ? t('first.place.host_text')
              : t('first.place.host_none', { why: sentence(host?.why ?? '') }),
            disabled: !there,
          },
        ]}
      />
    </>,
    async () => {
      await bridge.call('set_config', { key: ['display', 'kind'], value })
    },
    value,
  )
}
