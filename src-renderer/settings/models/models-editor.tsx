// Shows the table of roles; each opens in place and shows its model.
import { ChevronRight, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SEED_TOOLS } from '../../../src-preload/contract/calls/settings.ts'
import { useConfig } from '../../state/store.ts'
import { cx } from '../../ui/cx.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'
import { faultAt } from '../faults.ts'
import { SectionBox } from '../section.tsx'
import { useModelFacts, type ModelFacts } from './model-facts.ts'
import { PromptRow, RoleBody } from './role-body.tsx'
import { isMainRole, MAIN_ROLES, modelWords } from './roles.ts'

export function ModelsEditor({ title }: { title: string }) {
  const { t } = useTranslation()
  const { facts, roles, answer } = useModelFacts()
  const [opened, setOpened] = useState<string | null>('default')
  // The planner's roles have a table of their own.
  const others = roles.filter((role) => !isMainRole(role) && !SEED_TOOLS.some((tool) => tool === role))
  const row = (role: string) => (
    <RoleRow
      key={role}
      role={role}
      facts={facts}
      open={opened === role}
      onToggle={() => setOpened(opened === role ? null : role)}
    />
  )
  return (
    <SectionBox title={title} text={t('settings.fields.models.help')}>
      <Unanswered answer={answer} loading={t('settings.loading')} />
      {answer.value !== null && MAIN_ROLES.map(row)}
      {others.length > 0 && (
        <Disclosure
          className="border-t border-line py-1"
          summary={t('settings.models.more_roles', { count: others.length })}
        >
          <p className="pb-2 text-s text-ink-2">{t('settings.models.more_roles_help')}</p>
          {others.map(row)}
        </Disclosure>
      )}
    </SectionBox>
  )
}

interface RoleRowProps {
  role: string
  facts: ModelFacts
  open: boolean
  onToggle: () => void
}

function RoleRow({ role, facts, open, onToggle }: RoleRowProps) {
  const { t } = useTranslation()
  const id = useId()
  const config = useConfig()
  if (config === null) return null
  const words = modelWords(config.values, role, facts.presets, t('settings.models.offline'))
  const missing = t(role === 'backup' ? 'settings.empty_value' : 'settings.models.as_default')
  const fault = open ? null : faultAt(config.faults, `models.${role}`)
  const purpose = t(`settings.models.roles.${isMainRole(role) ? role : 'other'}`)
  return (
    <div className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
        className="-mx-4 flex min-h-11 w-[calc(100%+32px)] items-center gap-3 px-4 text-left hover:bg-sunken"
      >
        <ChevronRight aria-hidden size={14} className={cx('shrink-0 text-ink-3', open && 'rotate-90')} />
        <code className="w-28 shrink-0 truncate font-mono text-s">{role}</code>
        <span className="min-w-0 grow truncate text-s text-ink-2 max-[720px]:hidden">{purpose}</span>
        {fault !== null && (
          <span title={fault} className="shrink-0 text-bad">
            <TriangleAlert aria-hidden size={14} />
            <span className="sr-only">{fault}</span>
          </span>
        )}
        <span
          className={cx(
            'shrink-0 truncate max-[720px]:ml-auto',
            words === null ? 'text-ink-3' : 'font-[550]',
          )}
        >
          {words ?? missing}
        </span>
      </button>
      {open && (
        <div id={id} className="pb-4">
          <RoleBody role={role} facts={facts} own={words !== null} />
          {role !== 'default' && role !== 'backup' && <PromptRow role={role} standard={`${role}.md`} />}
        </div>
      )}
    </div>
  )
}
