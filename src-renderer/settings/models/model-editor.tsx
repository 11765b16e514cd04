// Edits the model of one role: its service, name, address and key, what it can do, and its limits.
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { modelConfigSchema } from '../../../src-preload/contract/config.ts'
import { useConfig } from '../../state/store.ts'
import { Button } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { MODEL_FIELDS, valueAt, type Field } from '../fields.ts'
import { DraftOfSettings, useDraft } from '../setting-draft.ts'
import { SettingRow } from '../setting-row.tsx'
import { faultAt } from '../faults.ts'
import { useShownKeys } from '../shown-keys.ts'
import { useSetting } from '../use-setting.ts'
import { KeyField } from './key-field.tsx'
import { knownModels, type ModelFacts } from './model-facts.ts'
import { ModelTestPanel } from './model-test.tsx'
import { presetOf, withProvider } from './roles.ts'
import { ServiceCards } from './service-cards.tsx'

const DEFAULTS = modelConfigSchema.parse({})
/** Fields that are shown beside the service; all others are limits. */
const OF_SERVICE = ['model_name', 'base_url', 'api_key_name']

interface ModelEditorProps {
  /** The name in `models`. */
  forRole: string
  facts: ModelFacts
}

export function ModelEditor({ forRole: role, facts }: ModelEditorProps) {
  const { t } = useTranslation()
  const setting = useSetting(['models', role])
  const config = useConfig()
  const keys = useShownKeys(({ shown }) => shown)
  const { draft, isChanged, giveUp } = useDraft(['models', role], setting.value)
  const read = modelConfigSchema.safeParse(draft.value)
  // An unfinished value is refused when it is saved; until then its valid part is shown.
  const model = read.data ?? { ...DEFAULTS, ...draft.value }
  // The fault of a single field is shown at that field.
  const faultOf = (field: string) => faultAt(config?.faults ?? [], `models.${role}.${field}`)
  const atField = OF_SERVICE.some((key) => setting.error?.includes(`models.${role}.${key}: `))
  const preset = presetOf(facts.presets, model.provider)
  const known = (provider: string): string[] => knownModels(facts, provider)
  const offline = model.provider === 'offline'
  // An empty field means the service's known value.
  const placeholders: Record<string, string | null | undefined> = {
    model_name: preset?.models[0],
    base_url: preset?.base_url,
    api_key_name: preset?.api_key_name,
  }
  const row = (field: Field) => (
    <SettingRow
      key={field.key}
      field={field}
      path={['models', role, ...field.path]}
      words="model"
      fallback={valueAt(DEFAULTS, field.path)}
      placeholder={placeholders[field.key] ?? null}
      {...(field.key === 'model_name' ? { suggestions: known(model.provider) } : {})}
    />
  )
  const ofService = MODEL_FIELDS.filter((field) => OF_SERVICE.includes(field.key))
  const limits = MODEL_FIELDS.filter((field) => field.key !== 'provider' && !OF_SERVICE.includes(field.key))
  const save = async () => {
    if (await setting.save(draft.value)) giveUp()
  }
  const discard = () => {
    setting.forget()
    giveUp()
  }
  return (
    <DraftOfSettings value={draft}>
      <div className="flex flex-col gap-2">
        <div className="flex items-center gap-2">
          <span className="text-s text-ink-2">{t('settings.models.choose')}</span>
          {keys && <code className="font-mono text-xs text-ink-3">models.{role}.provider</code>}
          <Button
            size="s"
            look="quiet"
            className="ml-auto"
            busy={facts.local.loading}
            icon={<RefreshCw aria-hidden size={12} />}
            onClick={facts.local.again}
          >
            {t(facts.local.loading ? 'settings.models.looking' : 'settings.models.look_again')}
          </Button>
        </div>
        <ServiceCards
          value={preset?.provider ?? model.provider}
          facts={facts}
          onChange={(provider) => draft.change(withProvider(draft.value, provider, known(provider)))}
        />
        {setting.error !== null && (isChanged || !atField) && (
          <p role="alert" className="text-s text-bad">
            {setting.error}
          </p>
        )}
        {offline ? (
          <p className="py-1 text-ink-2">{t('settings.models.offline_about')}</p>
        ) : (
          <div className="mt-1 rounded-s border border-line px-3">
            {ofService.map(row)}
            <KeyField name={model.api_key_name ?? preset?.api_key_name ?? null} keys={facts.keys} />
            {model.model_name === '' && faultOf('model_name') === null && (
              <p className="border-t border-line py-2 text-s text-you">{t('settings.models.none_chosen')}</p>
            )}
          </div>
        )}
        {isChanged && (
          <div className="flex flex-wrap items-center gap-2">
            <Button look="primary" busy={setting.state === 'saving'} onClick={() => void save()}>
              {t('settings.models.save')}
            </Button>
            <Button look="quiet" onClick={discard}>
              {t('settings.models.discard')}
            </Button>
            <span className="text-s text-you">{t('settings.models.unsaved')}</span>
          </div>
        )}
        {!offline && <ModelTestPanel model={model} />}
        {!offline && (
          <Disclosure summary={t('settings.models.limits')}>
            <div className="rounded-s border border-line px-3">{limits.map(row)}</div>
          </Disclosure>
        )}
      </div>
    </DraftOfSettings>
  )
}
