// Shows the services as cards: plain commands, models on this machine, services, an address of one's own.
import type { TFunction } from 'i18next'
import { RadioGroup } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import type { ModelPreset } from '../../../src-preload/contract/calls/settings.ts'
import { cx } from '../../ui/cx.ts'
import type { ModelFacts } from './model-facts.ts'

interface ServiceCardsProps {
  /** Null: none is chosen yet. */
  value: string | null
  facts: ModelFacts
  onChange: (provider: string) => void
}

export function ServiceCards({ value, facts, onChange }: ServiceCardsProps) {
  const { t } = useTranslation()
  const note = useNotes(facts)
  return (
    <RadioGroup.Root
      value={value}
      onValueChange={onChange}
      aria-label={t('settings.models.choose')}
      className="grid grid-cols-2 gap-2 min-[720px]:grid-cols-4"
    >
      {facts.presets.map((preset) => {
        const { words, good } = note(preset)
        return (
          <RadioGroup.Item
            key={preset.provider}
            value={preset.provider}
            className="flex h-12 min-w-0 flex-col justify-center rounded-s border border-line-strong bg-raised px-2.5 text-left hover:bg-sunken data-[state=checked]:border-agent data-[state=checked]:bg-agent-soft"
          >
            <span className="w-full truncate font-[550]">{nameOf(preset, t)}</span>
            <span className={cx('w-full truncate text-xs leading-[14px]', good ? 'text-good' : 'text-ink-2')}>
              {words}
            </span>
          </RadioGroup.Item>
        )
      })}
    </RadioGroup.Root>
  )
}

export const nameOf = (preset: ModelPreset, t: TFunction): string =>
  preset.provider === 'offline'
    ? t('settings.models.offline')
    : preset.provider === 'custom'
      ? t('settings.models.custom')
      : preset.label

/** Returns a card's note: whether the service could be used now. */
function useNotes({ keys, local }: ModelFacts): (preset: ModelPreset) => { words: string; good: boolean } {
  const { t } = useTranslation()
  return (preset) => {
    if (preset.provider === 'offline') return { words: t('settings.models.offline_short'), good: false }
    if (preset.provider === 'custom') return { words: t('settings.models.custom_about'), good: false }
    if (preset.local) {
      const found = local.value?.found.find((one) => one.provider === preset.provider)
      return found
        ? { words: t('settings.models.found_models', { count: found.models.length }), good: true }
        : { words: t('settings.models.not_found'), good: false }
    }
    const there = keys.value?.keys.some((key) => key.name === preset.api_key_name) ?? false
    if (there) return { words: t('settings.models.key_there'), good: true }
    const host = preset.base_url === null ? t('settings.models.service') : new URL(preset.base_url).hostname
    return { words: host, good: false }
  }
}
