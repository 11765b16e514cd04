// Shows what works on this machine, and how to mend what does not.
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveProblemReport } from '../history/problem-report.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useKnownSentence } from '../state/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Loading, Notice } from '../ui/notice.tsx'
import { Command, WithCommands } from '../ui/with-commands.tsx'
import { SectionBox } from './section.tsx'

export function Doctor() {
  const { t } = useTranslation()
  const sentence = useKnownSentence()
  const { value, error, loading, again } = useAnswer('examine', {})
  const bad = value?.findings.filter((finding) => !finding.ok).length ?? 0
  const title =
    value === null
      ? t('settings.doctor.going')
      : bad === 0
        ? t('settings.doctor.all_good')
        : t('settings.doctor.some_bad', { count: bad })
  const [saving, setSaving] = useState(false)
  const report = async () => {
    setSaving(true)
    await saveProblemReport(null, t)
    setSaving(false)
  }
  return (
    <SectionBox
      title={title}
      text={t('problem_report.text')}
      aside={
        <>
          <Button look="quiet" busy={saving} onClick={() => void report()}>
            {t('problem_report.save')}
          </Button>
          <Button busy={loading} onClick={again}>
            {t(value === null ? 'settings.doctor.run' : 'settings.doctor.again')}
          </Button>
        </>
      }
    >
      {error !== null && (
        <div className="py-3">
          <Notice>{error}</Notice>
        </div>
      )}
      {loading && value === null && <Loading label={t('settings.doctor.going')} />}
      <ul>
        {value?.findings
          .toSorted((one, other) => Number(one.ok) - Number(other.ok))
          .map((finding) => (
            <li key={finding.name} className="flex gap-3 border-t border-line py-2.5 first:border-t-0">
              {finding.ok ? (
                <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-good" />
              ) : (
                <X aria-hidden size={16} className="mt-0.5 shrink-0 text-bad" />
              )}
              <div className="min-w-0">
                <div className="font-[550]">
                  {sentence(finding.name)}
                  <span className="sr-only">
                    : {t(finding.ok ? 'settings.doctor.good' : 'settings.doctor.bad')}
                  </span>
                </div>
                <div className="break-words text-ink-2">
                  <WithCommands text={sentence(finding.detail)} />
                </div>
                {finding.fix !== null && (
                  <div className="mt-1">
                    {t('settings.doctor.fix')}: <Fix text={sentence(finding.fix)} />
                  </div>
                )}
              </div>
            </li>
          ))}
      </ul>
    </SectionBox>
  )
}

/** Shows a command, or a sentence with commands in it. */
const Fix = ({ text }: { text: string }) =>
  /[.。]$/.test(text) ? <WithCommands text={text} /> : <Command text={text} />
