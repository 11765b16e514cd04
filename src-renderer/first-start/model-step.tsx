// Asks what Deskhand should think with: plain commands, a service, or a model on this machine.
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelConfig } from '../../src-preload/contract/config.ts'
import { bridge } from '../state/bridge.ts'
import { useConfig } from '../state/store.ts'
import { valueAt } from '../settings/fields.ts'
import { useModelFacts, type ModelFacts } from '../settings/models/model-facts.ts'
import { presetOf, withProvider } from '../settings/models/roles.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/choice.tsx'
import { OptionCards } from './option-cards.tsx'
import { entryOf, faultsOf, keyNameOf, type ServiceDraft } from './service-draft.ts'
import { ServiceForm } from './service-form.tsx'
import { NotWhole, StepHead, type StepProps } from './step.tsx'

type Choice = 'offline' | 'service' | 'local'

interface Found {
  provider: string
  model: string
}

const foundModels = ({ local }: ModelFacts): Found[] =>
  local.value?.found.flatMap(({ provider, models }) => models.map((model) => ({ provider, model }))) ?? []

export function ModelStep({ frame }: StepProps) {
  const { t } = useTranslation()
  const { facts } = useModelFacts()
  const config = useConfig()
  const model = config?.values.models['default']
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [wanted, setWanted] = useState<Found | null>(null)
  const before = choiceOf(facts, model?.provider)
  const value = chosen ?? before
  const [change, setChange] = useState<Partial<ServiceDraft>>({})
  const [tried, setTried] = useState(false)
  // The draft starts with the saved values; typed ones have precedence.
  const draft: ServiceDraft = {
    ...NO_SERVICE,
    ...(before === 'service' && model ? kept(model) : {}),
    ...change,
  }
  const found = foundModels(facts)
  const local = wanted ?? found.find((one) => one.provider === model?.provider) ?? found[0] ?? null

  const saveService = async () => {
    setTried(true)
    const preset = draft.provider === null ? null : presetOf(facts.presets, draft.provider)
    if (draft.provider === null || faultsOf(draft, preset).length > 0) throw new NotWhole()
    const name = keyNameOf(draft, preset)
    const key = draft.key.trim()
    if (key !== '' && name !== null) await bridge.call('set_key', { name, value: key })
    const hasKey = key !== '' || (facts.keys.value?.keys.some((one) => one.name === name) ?? false)
    const limits = withProvider(valueAt(config?.own, ['models', 'default']), draft.provider, [])
    const entry = { ...limits, ...entryOf(draft, preset, hasKey) }
    await bridge.call('set_config', { key: ['models', 'default'], value: entry })
  }
  const save = async () => {
    if (value === 'offline' && model !== undefined && model.provider !== 'offline') {
      await bridge.call('set_config', { key: ['models', 'default'], value: { provider: 'offline' } })
    }
    if (value === 'local' && local !== null) {
      const entry = { provider: local.provider, model_name: local.model }
      await bridge.call('set_config', { key: ['models', 'default'], value: entry })
    }
    if (value === 'local' && local === null) throw new Error(t('first.model.no_local'))
    if (value === 'service') await saveService()
  }
  return frame(
    <>
      <StepHead title={t('first.model.title')} text={t('first.model.text')} />
      <OptionCards
        label={t('first.model.title')}
        value={value}
        onChange={setChosen}
        options={[
          { value: 'offline', title: t('first.model.offline'), text: t('first.model.offline_text') },
          { value: 'service', title: t('first.model.service'), text: t('first.model.service_text') },
          { value: 'local', title: t('first.model.local'), text: useLocalWords(facts) },
        ]}
      />
      {value === 'service' && (
        <ServiceForm
          draft={draft}
          facts={facts}
          tried={tried}
          onChange={(more) => {
            // Another service has not been tested yet.
            if (more.provider !== undefined) setTried(false)
            setChange({ ...change, ...more })
          }}
        />
      )}
      {value === 'local' && (
        <div className="mt-3 flex gap-2">
          {local !== null && (
            <Select
              aria-label={t('first.model.local')}
              value={`${local.provider}/${local.model}`}
              options={found.map((one) => ({
                value: `${one.provider}/${one.model}`,
                label: `${presetOf(facts.presets, one.provider)?.label ?? one.provider} · ${one.model}`,
              }))}
              onChange={(name) =>
                setWanted(found.find((one) => `${one.provider}/${one.model}` === name) ?? null)
              }
            />
          )}
          <Button
            busy={facts.local.loading}
            icon={<RefreshCw aria-hidden size={13} />}
            onClick={facts.local.again}
          >
            {t('settings.models.look_again')}
          </Button>
        </div>
      )}
    </>,
    save,
    { value, local, change },
  )
}

const NO_SERVICE: ServiceDraft = { provider: null, model_name: '', base_url: '', key: '' }

const kept = ({ provider, model_name, base_url }: ModelConfig) => ({
  provider,
  model_name,
  base_url: base_url ?? '',
})

function choiceOf(facts: ModelFacts, provider: string | undefined): Choice {
  if (provider === undefined || provider === 'offline') return 'offline'
  return presetOf(facts.presets, provider)?.local ? 'local' : 'service'
}

function useLocalWords(facts: ModelFacts): string {
  const { t } = useTranslation()
  const { local } = facts
  if (local.loading && local.value === null) return t('first.model.local_looking')
  const first = local.value?.found[0]
  if (first === undefined) return t('first.model.local_none')
  const name =
    local.value?.found
      .map((one) => presetOf(facts.presets, one.provider)?.label ?? one.provider)
      .join(', ') ?? ''
  return t('first.model.local_found', { name, count: foundModels(facts).length })
}
