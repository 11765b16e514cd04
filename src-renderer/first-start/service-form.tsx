// Shows the form of a model service: which one, the address of an unknown one, its model and its key. It changes only a draft.
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { modelConfigSchema } from '../../src-preload/contract/config.ts'
import { knownModels, type ModelFacts } from '../settings/models/model-facts.ts'
import { ModelTestPanel } from '../settings/models/model-test.tsx'
import { presetOf } from '../settings/models/roles.ts'
import { ServiceCards } from '../settings/models/service-cards.tsx'
import { fieldWords } from '../settings/words.ts'
import { Field, Input, TextField } from '../ui/field.tsx'
import { entryOf, faultsOf, keyNameOf, type DraftField, type ServiceDraft } from './service-draft.ts'

interface ServiceFormProps {
  draft: ServiceDraft
  facts: ModelFacts
  /** Whether the person has tried to continue; only then the form names missing parts. */
  tried: boolean
  onChange: (change: Partial<ServiceDraft>) => void
}

export function ServiceForm({ draft, facts, tried, onChange }: ServiceFormProps) {
  const { t } = useTranslation()
  const list = useId()
  const preset = draft.provider === null ? null : presetOf(facts.presets, draft.provider)
  const faults = faultsOf(draft, preset)
  const errorOf = (field: DraftField): string | null => {
    const fault = tried ? faults.find((one) => one.field === field) : undefined
    return fault === undefined ? null : t(`first.model.fault.${fault.kind}`)
  }
  const known = draft.provider === null ? [] : knownModels(facts, draft.provider)
  const services = facts.presets.filter((one) => !one.local && one.provider !== 'offline')
  const keyName = keyNameOf(draft, preset)
  const kept = facts.keys.value?.keys.some((key) => key.name === keyName) ?? false
  const noService = errorOf('provider')
  return (
    <div className="mt-4 flex flex-col gap-3">
      <ServiceCards
        value={preset?.provider ?? draft.provider}
        facts={{ ...facts, presets: services }}
        onChange={(provider) =>
          onChange({ provider, model_name: knownModels(facts, provider)[0] ?? '', base_url: '', key: '' })
        }
      />
      {noService !== null && (
        <p role="alert" className="text-s text-bad">
          {noService}
        </p>
      )}
      {draft.provider !== null && (
        <>
          {!preset?.base_url && (
            <TextField
              label={fieldWords(t, 'model', 'base_url').label}
              hint={t('first.model.address_hint')}
              error={errorOf('base_url')}
              value={draft.base_url}
              onText={(typed) => onChange({ base_url: typed })}
            />
          )}
          <Field label={fieldWords(t, 'model', 'model_name').label} error={errorOf('model_name')}>
            {(ids) => (
              <>
                <Input
                  {...ids}
                  list={list}
                  value={draft.model_name}
                  onChange={(event) => onChange({ model_name: event.target.value })}
                />
                <datalist id={list}>
                  {known.map((name) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </datalist>
              </>
            )}
          </Field>
          <TextField
            label={t('settings.key.label')}
            hint={t(kept ? 'first.model.key_kept' : 'first.model.key_hint', { name: keyName ?? '' })}
            type="password"
            boxClassName="font-mono"
            placeholder={t('settings.key.placeholder')}
            value={draft.key}
            onText={(typed) => onChange({ key: typed })}
          />
          {faults.length === 0 && (
            <ModelTestPanel
              model={modelConfigSchema.parse(entryOf(draft, preset, kept))}
              apiKey={draft.key.trim()}
            />
          )}
        </>
      )}
    </div>
  )
}
