// Shows what the system's scheduler gets for a schedule.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SCHEDULERS, type SchedulerName } from '../../src-preload/contract/calls/schedules.ts'
import { useAnswer } from '../state/use-answer.ts'
import { Segmented } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Unanswered } from '../ui/unanswered.tsx'

interface UnitsDialogProps {
  /** Null while it is closed. */
  name: string | null
  onClose: () => void
}

export function UnitsDialog({ name, onClose }: UnitsDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={name !== null}
      onClose={onClose}
      wide
      title={t('schedules.units_title')}
      closeLabel={t('common.close')}
    >
      {name !== null && <Units name={name} />}
    </Dialog>
  )
}

function Units({ name }: { name: string }) {
  const { t } = useTranslation()
  const [system, setSystem] = useState<SchedulerName | null>(null)
  const answer = useAnswer('show_schedule', { name, system })
  const { value } = answer
  return (
    <div className="flex flex-col gap-3">
      <Segmented
        aria-label={t('schedules.units_system')}
        value={system ?? 'own'}
        onChange={(next) => setSystem(next === 'own' ? null : next)}
        options={[
          { value: 'own' as const, label: t('schedules.systems.own') },
          ...SCHEDULERS.map((one) => ({ value: one, label: t(`schedules.systems.${one}`) })),
        ]}
      />
      <Unanswered answer={answer} />
      {value?.files.map((file) => (
        <section key={file.name}>
          <h3 className="text-s break-all text-ink-2">{file.name}</h3>
          <pre
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls: who has no mouse scrolls it by its focus
            tabIndex={0}
            aria-label={file.name}
            className="mt-1 overflow-auto rounded-s bg-sunken p-3 font-mono text-s select-text"
          >
            {file.content}
          </pre>
        </section>
      ))}
      {value?.commands.map((words) => (
        <code key={words.join(' ')} className="font-mono text-s break-all text-ink-2 select-text">
          {words.join(' ')}
        </code>
      ))}
    </div>
  )
}
