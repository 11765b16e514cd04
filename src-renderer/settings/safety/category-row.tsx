// Shows one kind of act, and what Deskhand does before it: allow, ask, refuse.
import { useTranslation } from 'react-i18next'
import { ALWAYS_ASKED, decisionSchema, safetyCategorySchema } from '../../../src-preload/contract/safety.ts'
import { Badge } from '../../ui/badge.tsx'
import { Segmented } from '../../ui/choice.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { Field } from '../fields.ts'
import { SettingRow } from '../setting-row.tsx'

export function CategoryRow({ field }: { field: Field }) {
  const { t } = useTranslation()
  const category = safetyCategorySchema.safeParse(field.path.at(-1))
  const always = category.success && ALWAYS_ASKED.has(category.data)
  const badge = always && (
    <Tooltip text={t('settings.safety.never_ruled')}>
      <button type="button" className="rounded-full">
        <Badge>{t('settings.safety.no_rule')}</Badge>
      </button>
    </Tooltip>
  )
  return (
    <SettingRow field={field} badge={badge}>
      {(setting, ids, words) => {
        const chosen = decisionSchema.safeParse(setting.value)
        return (
          <Segmented
            id={ids.id}
            aria-label={words.label}
            value={chosen.success ? chosen.data : 'ask'}
            options={decisionSchema.options.map((decision) => ({
              value: decision,
              label: t(`settings.safety.decisions.${decision}`),
            }))}
            onChange={(decision) => void setting.save(decision)}
          />
        )
      }}
    </SettingRow>
  )
}
