// Shows the inputs of a plan as fields, and which secrets it asks for.
import { useTranslation } from 'react-i18next'
import type { Plan } from '../../src-preload/contract/calls/plans.ts'
import { Field, Input } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'

interface PlanInputsProps {
  inputs: Plan['inputs']
  /** The texts that differ from the plan's. */
  texts: Readonly<Record<string, string>>
  onChange: (texts: Record<string, string>) => void
}

export function PlanInputs({ inputs, texts, onChange }: PlanInputsProps) {
  const { t } = useTranslation()
  const secrets = inputs.filter(({ text }) => text === null).map(({ name }) => name)
  return (
    <>
      {inputs.map(
        ({ name, text }) =>
          text !== null && (
            <Field key={name} label={name}>
              {(ids) => (
                <Input
                  {...ids}
                  value={texts[name] ?? text}
                  onChange={(event) => onChange({ ...texts, [name]: event.target.value })}
                />
              )}
            </Field>
          ),
      )}
      {secrets.length > 0 && (
        <Notice look="plain">{t('plans.secrets', { names: secrets.join(t('composer.comma')) })}</Notice>
      )}
    </>
  )
}
