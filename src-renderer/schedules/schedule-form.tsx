// Shows the form to make or change a schedule: when, what, and where.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DAYS, type Day, type Schedule } from '../../src-preload/contract/calls/schedules.ts'
import { PlanInputs } from '../plans/plan-inputs.tsx'
import { NO_WORK, useWork, WorkFields, type WorkDraft } from '../plans/work-fields.tsx'
import { PlaceChoice } from '../plans/place-choice.tsx'
import { useDesktops, type Desktop } from '../state/desktops.ts'
import { bridge, faultWords } from '../state/bridge.ts'
import { useAnswer } from '../state/use-answer.ts'
import { announce } from '../ui/announcer.tsx'
import { Segmented, Switch } from '../ui/choice.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { dayName } from './names.ts'
import { Unanswered } from '../ui/unanswered.tsx'

interface Draft extends WorkDraft {
  name: string
  kind: 'time' | 'file'
  days: readonly Day[]
  at: string
  folder: string
  pattern: string
  set: Record<string, string>
  /** Null: a virtual one, where this system has any. */
  display: Desktop | null
  late: boolean
}

const NOTHING: Draft = {
  name: '',
  kind: 'time',
  days: ['mon'],
  at: '09:00',
  folder: '',
  pattern: '*',
  ...NO_WORK,
  set: {},
  display: null,
  late: false,
}

const draftOf = ({ name, when, work, display, missed }: Schedule): Draft => ({
  ...NOTHING,
  name,
  kind: when.kind,
  ...(when.kind === 'time'
    ? { days: when.days, at: when.at }
    : { folder: when.folder, pattern: when.pattern }),
  by: work.kind,
  ...(work.kind === 'plan' ? { plan: work.plan, set: work.set } : { request: work.request }),
  display,
  late: missed === 'run',
})

export const NewSchedule = ({ onClose }: { onClose: () => void }) => (
  <ScheduleForm first={NOTHING} was={null} onClose={onClose} />
)

export function EditSchedule({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation()
  const answer = useAnswer('list_schedules', {})
  const { value, error } = answer
  const found = value?.schedules.find(({ schedule }) => schedule.name === name)?.schedule
  if (found) return <ScheduleForm first={draftOf(found)} was={found} onClose={onClose} />
  return (
    <PageFrame title={name}>
      <Unanswered answer={answer} />
      {value !== null && error === null && (
        <div className="mt-4">
          <Notice>{t('schedules.gone')}</Notice>
        </div>
      )}
    </PageFrame>
  )
}

interface ScheduleFormProps {
  first: Draft
  /** The schedule that is changed; its name stays. */
  was: Schedule | null
  onClose: () => void
}

function ScheduleForm({ first, was, onClose }: ScheduleFormProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(first)
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change })
  const work = useWork(draft)
  const { name, kind, days, at, folder, pattern, by, request, late } = draft
  const desktops = useDesktops()
  const isOnlyHost = desktops.length > 0 && !desktops.includes('virtual')
  const display = draft.display ?? (isOnlyHost ? 'host' : 'virtual')
  const ready =
    name.trim() !== '' &&
    (kind === 'time' ? days.length > 0 && at !== '' : folder.trim() !== '') &&
    work.isReady
  const save = async () => {
    const schedule = {
      name,
      when:
        kind === 'time' ? { kind, days: [...days], at } : { kind, folder, pattern: pattern.trim() || '*' },
      work: by === 'request' ? { kind: by, request } : { kind: by, plan: work.name, set: draft.set },
      display,
      yes_to: was?.yes_to ?? [],
      missed: late ? ('run' as const) : ('tell' as const),
    }
    const saved = await bridge.call('save_schedule', { schedule, replace: was !== null })
    announce(saved.fault ?? t('plans.saved', { name }))
    onClose()
  }
  const title = was === null ? t('schedules.new') : t('plans.edit_title', { name: was.name })
  return (
    <PageFrame title={title}>
      <Form
        label={title}
        className="mt-4 max-w-180"
        onSend={save}
        ready={ready}
        focusFirst
        wordsOf={faultWords}
        submit={t('memory.save')}
        primary
        onCancel={onClose}
      >
        {was === null && (
          <TextField
            label={t('plans.name')}
            value={name}
            maxLength={120}
            onText={(typed) => set({ name: typed })}
          />
        )}
        <Segmented
          aria-label={t('schedules.when')}
          value={kind}
          onChange={(next) => set({ kind: next })}
          options={[
            { value: 'time', label: t('schedules.time') },
            { value: 'file', label: t('schedules.file') },
          ]}
        />
        {kind === 'time' ? (
          <TimeFields days={days} at={at} onChange={set} />
        ) : (
          <FileFields folder={folder} pattern={pattern} onChange={set} />
        )}
        <WorkFields
          label={t('schedules.what')}
          draft={draft}
          work={work}
          onChange={(change) => set({ ...change, ...('plan' in change ? { set: {} } : {}) })}
          requestHint={kind === 'file' ? t('schedules.request_hint', { place: '{{file}}' }) : undefined}
        />
        {by === 'plan' && work.chosen && (
          <PlanInputs
            inputs={work.chosen.inputs}
            recorded={work.chosen.recorded}
            texts={draft.set}
            onChange={(texts) => set({ set: texts })}
          />
        )}
        <PlaceChoice value={display} onChange={(next) => set({ display: next })} />
        {kind === 'time' && (
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the switch is the control
          <label className="flex items-center gap-2">
            <Switch checked={late} onCheckedChange={(next) => set({ late: next })} />
            {t('schedules.late')}
          </label>
        )}
        <p className="text-s text-ink-2">{t('schedules.asks')}</p>
      </Form>
    </PageFrame>
  )
}

interface TimeFieldsProps {
  days: readonly Day[]
  at: string
  onChange: (change: Partial<Draft>) => void
}

function TimeFields({ days, at, onChange }: TimeFieldsProps) {
  const { t, i18n } = useTranslation()
  return (
    <div className="flex flex-wrap items-end gap-4">
      <fieldset>
        <legend className="mb-1 font-[550]">{t('schedules.days')}</legend>
        <div className="flex flex-wrap gap-1">
          {DAYS.map((day) => (
            <button
              key={day}
              type="button"
              aria-pressed={days.includes(day)}
              onClick={() =>
                onChange({ days: days.includes(day) ? days.filter((one) => one !== day) : [...days, day] })
              }
              className="h-7.5 min-w-9 rounded-s border border-line-strong px-2 text-s text-ink-2 hover:bg-sunken aria-pressed:bg-agent-soft aria-pressed:font-[550] aria-pressed:text-ink"
            >
              <span aria-hidden>{dayName(day, i18n.language, 'short')}</span>
              <span className="sr-only">{dayName(day, i18n.language, 'long')}</span>
            </button>
          ))}
        </div>
      </fieldset>
      <TextField
        label={t('schedules.clock')}
        className="w-32"
        type="time"
        value={at}
        onText={(typed) => onChange({ at: typed })}
      />
    </div>
  )
}

interface FileFieldsProps {
  folder: string
  pattern: string
  onChange: (change: Partial<Draft>) => void
}

function FileFields({ folder, pattern, onChange }: FileFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        label={t('memory.folder')}
        hint={t('memory.folder_hint')}
        value={folder}
        onText={(typed) => onChange({ folder: typed })}
      />
      <TextField
        label={t('schedules.pattern')}
        hint={t('schedules.pattern_hint')}
        className="w-60"
        value={pattern}
        onText={(typed) => onChange({ pattern: typed })}
      />
    </>
  )
}
