// Shows the rules that a person gave by answering a question: what they cover, since when, and how to revoke them.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rule } from '../../../src-preload/contract/calls/settings.ts'
import { bridge, faultWords } from '../../state/bridge.ts'
import { navigate } from '../../state/place.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { momentWords } from '../../ui/days.ts'
import { Notice } from '../../ui/notice.tsx'
import { SectionBox } from '../section.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'

export function StandingRules() {
  const { t } = useTranslation()
  const answer = useAnswer('list_rules', {})
  const { value, again } = answer
  const [fault, setFault] = useState<string | null>(null)
  const [now] = useState(() => Date.now())
  const revoke = async (rule: Rule) => {
    try {
      const { revoked } = await bridge.call('revoke_rule', { id: rule.id })
      announce(t(revoked ? 'settings.safety.revoked' : 'settings.safety.gone'))
      setFault(null)
    } catch (problem) {
      setFault(faultWords(problem))
    }
    again()
  }
  return (
    <SectionBox
      title={t('settings.sections.rules')}
      text={`${t('settings.safety.rules_about')} ${t('settings.safety.never_ruled')}`}
    >
      {fault !== null && (
        <div className="py-3">
          <Notice>{fault}</Notice>
        </div>
      )}
      <Unanswered answer={answer} loading={t('settings.loading')} />
      {value?.rules.length === 0 && <p className="py-3 text-ink-3">{t('settings.safety.no_rules')}</p>}
      {value !== null && value.rules.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full border-collapse text-left">
            <thead className="text-s text-ink-3">
              <tr>
                <th className="py-2 pr-4 font-[550]">{t('settings.safety.what')}</th>
                <th className="py-2 pr-4 font-[550]">{t('settings.safety.where')}</th>
                <th className="py-2 pr-4 font-[550]">{t('settings.safety.reach')}</th>
                <th className="py-2 pr-4 font-[550]">{t('settings.safety.since')}</th>
                <th className="py-2">
                  <span className="sr-only">{t('settings.safety.revoke')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {value.rules.map((rule) => (
                <RuleRow key={rule.id} rule={rule} now={now} onRevoke={() => void revoke(rule)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </SectionBox>
  )
}

function RuleRow({ rule, now, onRevoke }: { rule: Rule; now: number; onRevoke: () => void }) {
  const { t, i18n } = useTranslation()
  const { run } = rule
  const what = t(`settings.fields.safety.categories.${rule.category}.label`)
  const aim = rule.argument ?? t('settings.safety.any')
  return (
    <tr className="border-t border-line align-baseline">
      <td className="py-2 pr-4">
        <div>
          {what}: {aim}
        </div>
        {rule.action !== null && <code className="font-mono text-xs text-ink-3">{rule.action}</code>}
      </td>
      <td className="py-2 pr-4">{rule.application}</td>
      <td className="py-2 pr-4">
        {run === null ? (
          t('settings.safety.always')
        ) : (
          <button type="button" className="underline underline-offset-2" onClick={() => navigate('run', run)}>
            {t('settings.safety.one_run')}
          </button>
        )}
      </td>
      <td className="py-2 pr-4 whitespace-nowrap text-ink-2">
        <time dateTime={new Date(rule.since).toISOString()}>
          {momentWords(rule.since, now, i18n.language)}
        </time>
      </td>
      <td className="py-1 text-right">
        <Button
          size="s"
          look="danger"
          aria-label={t('settings.safety.revoke_of', { what: `${what}: ${aim}, ${rule.application}` })}
          onClick={onRevoke}
        >
          {t('settings.safety.revoke')}
        </Button>
      </td>
    </tr>
  )
}
