// Shows the inputs of a plan as fields, and which secrets it asks for.
import { useTranslation } from 'react-i18next'
import type { Plan } from '../../src-preload/contract/calls/plans.ts'
import { isUnquotable } from '../../src-preload/contract/plan-places.ts'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'

interface PlanInputsProps {
  inputs: Plan['inputs']
  /** Whether the texts stand in recorded acts, and in no words that are read. */
  recorded: boolean
  /** The texts that differ from the plan's. */
  texts: Readonly<Record<string, string>>
  onChange: (texts: Record<string, string>) => void
}

export function PlanInputs({ inputs, recorded, texts, onChange }: PlanInputsProps) {
  const { t } = useTranslation()
  const secrets = inputs.filter(({ text }) => text === null).map(({ name }) => name)
  return (
    <>
      {inputs.map(
        ({ name, text }) =>
          text !== null && (
            <TextField
              key={name}
              label={name}
              error={!recorded && isUnquotable(texts[name] ?? text) ? t('plans.unquotable') : null}
              value={texts[name] ?? text}
              onText={(typed) => onChange({ ...texts, [name]: typed })}
            />
          ),
      )}
      {secrets.length > 0 && (
        <Notice look="plain">{t('plans.secrets', { names: secrets.join(t('composer.comma')) })}</Notice>
      )}
    </>
  )
}
