// What it thinks with: plain commands, a service, or a model on this machine.
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bridge } from '../state/bridge.ts'
import { useConfig } from '../state/store.ts'
import { ModelEditor } from '../settings/models/model-editor.tsx'
import { useModelFacts, type ModelFacts } from '../settings/models/model-facts.ts'
import { presetOf } from '../settings/models/roles.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/choice.tsx'
import { StepHead, type StepProps } from './step.tsx'
import { OptionCards } from './option-cards.tsx'

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
  const model = useConfig()?.values.models['default']
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [wanted, setWanted] = useState<Found | null>(null)
  const value = chosen ?? choiceOf(facts, model?.provider)
  const found = foundModels(facts)
  const local = wanted ?? found.find((one) => one.provider === model?.provider) ?? found[0] ?? null

  const save = async () => {
    if (value === 'offline' && model !== undefined && model.provider !== 'offline') {
      await bridge.call('set_config', { key: ['models', 'default'], value: { provider: 'offline' } })
    }
    if (value === 'local' && local !== null) {
      const entry = { provider: local.provider, model_name: local.model }
      await bridge.call('set_config', { key: ['models', 'default'], value: entry })
    }
    if (value === 'local' && local === null) throw new Error(t('first.model.no_local'))
    // A service is written down as it is set up.
    if (value === 'service' && choiceOf(facts, model?.provider) !== 'service') {
      throw new Error(t('first.model.no_service'))
    }
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
        <div className="mt-4">
          <ModelEditor
            forRole="default"
            facts={{ ...facts, presets: facts.presets.filter((preset) => !preset.local) }}
            brief
          />
        </div>
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
            disabled={facts.local.loading}
            icon={<RefreshCw aria-hidden size={13} />}
            onClick={facts.local.again}
          >
            {t('settings.models.look_again')}
          </Button>
        </div>
      )}
    </>,
    save,
  )
}

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
