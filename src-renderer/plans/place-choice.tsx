// Offers where a run acts: on this desktop or a virtual one. A choice that is not possible says why.
import { useTranslation } from 'react-i18next'
import { useAppState } from '../state/store.ts'
import { useDesktops, type Desktop } from '../state/desktops.ts'
import { useSentence } from '../state/sentences.ts'
import { Segmented } from '../ui/choice.tsx'

interface PlaceChoiceProps {
  value: Desktop
  onChange: (display: Desktop) => void
}

export function PlaceChoice({ value, onChange }: PlaceChoiceProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const there = useDesktops()
  const why = useAppState()?.host_desktop.why ?? null
  const options = (['virtual', 'host'] as const).map((one) => ({
    value: one,
    label: t(`display.${one}`),
    disabled: !there.includes(one),
  }))
  const [only] = there.length === 1 ? there : []
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented value={value} options={options} onChange={onChange} aria-label={t('plans.place')} />
      {only !== undefined && (
        <span className="text-s text-ink-3" title={why === null ? undefined : sentence(why)}>
          {t(`display.only_${only}`)}
        </span>
      )}
    </div>
  )
}
