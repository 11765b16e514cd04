// Shows the form to make or change a schedule: when, what, and where.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DAYS, type Day, type Schedule } from '../../src-preload/contract/calls/schedules.ts'
import { PlaceChoice } from '../plans/place-choice.tsx'
import { useDesktops, type Desktop } from '../state/desktops.ts'
import { bridge, faultWords } from '../state/bridge.ts'
import { useAnswer } from '../state/use-answer.ts'
import { announce } from '../ui/announcer.tsx'
import { Segmented, Select, Switch } from '../ui/choice.tsx'
import { Field, Input, TextArea } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { dayName } from './names.ts'
import { Unanswered } from '../ui/unanswered.tsx'

interface Draft {
  name: string
  kind: 'time' | 'file'
  days: readonly Day[]
  at: string
  folder: string
  pattern: string
  by: 'request' | 'plan'
  request: string
  plan: string | null
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
  by: 'request',
  request: '',
  plan: null,
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
  const plans = useAnswer('list_plans', {}).value?.plans.filter(({ fault }) => fault === null) ?? []
  const plan = draft.plan ?? plans[0]?.name ?? ''
  const { name, kind, days, at, folder, pattern, by, request, late } = draft
  const desktops = useDesktops()
  const isOnlyHost = desktops.length > 0 && !desktops.includes('virtual')
  const display = draft.display ?? (isOnlyHost ? 'host' : 'virtual')
  const inputs = plans.find((one) => one.name === plan)?.inputs ?? []
  const ready =
    name.trim() !== '' &&
    (kind === 'time' ? days.length > 0 && at !== '' : folder.trim() !== '') &&
    (by === 'request' ? request.trim() !== '' : plan !== '')
  const save = async () => {
    const schedule = {
      name,
      when:
        kind === 'time' ? { kind, days: [...days], at } : { kind, folder, pattern: pattern.trim() || '*' },
      work: by === 'request' ? { kind: by, request } : { kind: by, plan, set: draft.set },
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
          <Field label={t('plans.name')}>
            {(ids) => (
              <Input
                {...ids}
                value={name}
                maxLength={120}
                onChange={(event) => set({ name: event.target.value })}
              />
            )}
          </Field>
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
        <Segmented
          aria-label={t('schedules.what')}
          value={by}
          onChange={(next) => set({ by: next })}
          options={[
            { value: 'request', label: t('batch.request') },
            { value: 'plan', label: t('plans.plan'), disabled: plans.length === 0 },
          ]}
        />
        {by === 'request' ? (
          <Field
            label={t('batch.request')}
            hint={kind === 'file' ? t('schedules.request_hint', { place: '{{file}}' }) : undefined}
          >
            {(ids) => (
              <TextArea
                {...ids}
                rows={3}
                value={request}
                onChange={(event) => set({ request: event.target.value })}
              />
            )}
          </Field>
        ) : (
          <>
            <Field label={t('plans.plan')}>
              {(ids) => (
                <Select
                  id={ids.id}
                  value={plan}
                  onChange={(next) => set({ plan: next, set: {} })}
                  options={plans.map((one) => ({ value: one.name, label: one.name }))}
                />
              )}
            </Field>
            {inputs.map(({ name: input, text }) =>
              text === null ? null : (
                <Field key={input} label={input}>
                  {(ids) => (
                    <Input
                      {...ids}
                      value={draft.set[input] ?? text}
                      onChange={(event) => set({ set: { ...draft.set, [input]: event.target.value } })}
                    />
                  )}
                </Field>
              ),
            )}
          </>
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
      <Field label={t('schedules.clock')} className="w-32">
        {(ids) => (
          <Input {...ids} type="time" value={at} onChange={(event) => onChange({ at: event.target.value })} />
        )}
      </Field>
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
      <Field label={t('memory.folder')} hint={t('memory.folder_hint')}>
        {(ids) => (
          <Input {...ids} value={folder} onChange={(event) => onChange({ folder: event.target.value })} />
        )}
      </Field>
      <Field label={t('schedules.pattern')} hint={t('schedules.pattern_hint')} className="w-60">
        {(ids) => (
          <Input {...ids} value={pattern} onChange={(event) => onChange({ pattern: event.target.value })} />
        )}
      </Field>
    </>
  )
}
