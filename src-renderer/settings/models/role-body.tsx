// Shows what a role thinks with: the editor of its own model, or the way to give it one; and its prompt.
import { useTranslation } from 'react-i18next'
import { useConfig } from '../../state/store.ts'
import { Button } from '../../ui/button.tsx'
import type { Field } from '../fields.ts'
import { SettingRow } from '../setting-row.tsx'
import { useSetting } from '../use-setting.ts'
import { ModelEditor } from './model-editor.tsx'
import type { ModelFacts } from './model-facts.ts'

export function RoleBody({ role, facts, own }: { role: string; facts: ModelFacts; own: boolean }) {
  const { t } = useTranslation()
  const setting = useSetting(['models', role])
  const config = useConfig()
  if (!own) {
    const begin = config?.values.models['default'] ?? { provider: 'offline' }
    return (
      <div className="flex items-center gap-3 pt-1">
        <Button onClick={() => void setting.save(begin)}>{t('settings.models.own_model')}</Button>
        {setting.error !== null && (
          <span role="alert" className="text-s text-bad">
            {setting.error}
          </span>
        )}
      </div>
    )
  }
  return (
    <>
      <ModelEditor forRole={role} facts={facts} />
      {role !== 'default' && (
        <Button look="quiet" className="mt-2 -ml-3" onClick={() => void setting.reset()}>
          {t(role === 'backup' ? 'settings.remove' : 'settings.models.back_to_default')}
        </Button>
      )}
    </>
  )
}

const PROMPT: Field = {
  path: ['prompt_path'],
  key: 'prompt_path',
  shape: { kind: 'text', address: false },
  nullable: false,
}

/** `standard`: the file that comes with Deskhand. */
export function PromptRow({ role, standard }: { role: string; standard: string | null }) {
  return (
    <div className="mt-2 rounded-s border border-line px-3">
      <SettingRow
        field={PROMPT}
        path={['prompt_path', role]}
        words="model"
        fallback=""
        placeholder={standard}
      />
    </div>
  )
}
