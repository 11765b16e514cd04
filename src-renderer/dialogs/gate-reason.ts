// Says in the person's language why the gate has decided: in English in its own words, else in those of its rule.
import { useTranslation } from 'react-i18next'
import { ruleWords } from '../../src-preload/contract/gate-rules.ts'

// locales: rules.*
export function useGateReason(): (decided: { rule: string; reason: string }) => string {
  const { t, i18n } = useTranslation()
  return ({ rule, reason }) =>
    i18n.language === 'en' ? reason : t(`rules.${ruleWords(rule)}` as 'rules.word', { defaultValue: '' })
}
