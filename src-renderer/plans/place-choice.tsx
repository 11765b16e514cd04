// Offers where a run acts: on this desktop or a virtual one. A choice that is not possible says why.
import { useTranslation } from 'react-i18next'
import { useAppState, useConfig } from '../state/store.ts'
import { useSentence } from '../state/sentences.ts'
import { Segmented } from '../ui/choice.tsx'

export type Display = 'host' | 'virtual'

/** Returns the configured choice, as far as this machine has such a desktop. */
export function useUsualDisplay(): Display {
  const kind = useConfig()?.values.display.kind ?? 'auto'
  const there = useAppState()?.host_desktop.there ?? false
  return there && kind !== 'virtual' ? 'host' : 'virtual'
}

interface PlaceChoiceProps {
  value: Display
  onChange: (display: Display) => void
}

export function PlaceChoice({ value, onChange }: PlaceChoiceProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const host = useAppState()?.host_desktop
  const options = [
    { value: 'virtual' as const, label: t('display.virtual') },
    { value: 'host' as const, label: t('display.host'), disabled: !host?.there },
  ]
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented value={value} options={options} onChange={onChange} aria-label={t('plans.place')} />
      {host?.why != null && (
        <span className="text-s text-ink-3" title={sentence(host.why)}>
          {t('display.only_virtual')}
        </span>
      )}
    </div>
  )
}
