// The schedules as a table: when each runs, what came of it last, when it runs next, and what can be done with it.
import { CalendarClock, FileCode, Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Firing, ShownSchedule } from '../../src-preload/contract/calls/schedules.ts'
import { useNow } from '../state/clock.ts'
import { ask } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { saidNow, useKnownSentence } from '../state/sentences.ts'
import { meaningOfRun, wordOfRun } from '../state/status.ts'
import { useRuns } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useFresh } from '../state/use-fresh.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { momentWords } from '../ui/days.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Dot } from '../ui/dot.tsx'
import { CELL, ListTable, WIDE } from '../ui/list-table.tsx'
import { menuEntry, MoreMenu } from '../ui/menu.tsx'
import { Empty, Notice } from '../ui/notice.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { NEW_SCHEDULE, whenWords } from './names.ts'
import { UnitsDialog } from './units-dialog.tsx'
import { Unanswered } from '../ui/unanswered.tsx'

export function ScheduleList() {
  const { t } = useTranslation()
  const answer = useAnswer('list_schedules', {})
  useFresh(answer, 'schedules')
  const { value } = answer
  return (
    <PageFrame
      title={t('schedules.title')}
      about={value && t(`schedules.about.${value.system}`)}
      actions={
        <Button
          look="primary"
          icon={<Plus aria-hidden size={14} />}
          onClick={() => navigate('schedules', null, NEW_SCHEDULE)}
        >
          {t('schedules.new')}
        </Button>
      }
    >
      <Unanswered answer={answer} />
      {value?.schedules.length === 0 && (
        <Empty
          icon={<CalendarClock aria-hidden size={28} />}
          title={t('schedules.empty_title')}
          text={t('schedules.empty_text')}
        />
      )}
      {value !== null && value.schedules.length > 0 && <ScheduleTable schedules={value.schedules} />}
    </PageFrame>
  )
}

function ScheduleTable({ schedules }: { schedules: readonly ShownSchedule[] }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<string | null>(null)
  const [units, setUnits] = useState<string | null>(null)
  const known = useKnownSentence()
  const shared = sharedFaults(schedules)
  const remove = async () => {
    const name = asked ?? ''
    setAsked(null)
    if (await ask('delete_schedule', { name })) announce(t('schedules.deleted'))
  }
  return (
    <>
      {shared.map((why) => (
        <div key={why} className="mt-4">
          <Notice look="you">{t('schedules.inactive', { why: known(why) })}</Notice>
        </div>
      ))}
      <ListTable
        className="mt-4"
        label={t('schedules.list')}
        columns={[
          { name: t('schedules.schedule'), className: 'w-full' },
          { name: t('schedules.last') },
          { name: t('schedules.next'), className: WIDE },
        ]}
        actions={t('history.actions')}
      >
        {schedules.map((shown) => (
          <ScheduleRow
            key={shown.schedule.name}
            shown={shown}
            isTold={shown.fault !== null && shared.includes(shown.fault)}
            onDelete={() => setAsked(shown.schedule.name)}
            onUnits={() => setUnits(shown.schedule.name)}
          />
        ))}
      </ListTable>
      <UnitsDialog name={units} onClose={() => setUnits(null)} />
      <Confirm
        open={asked !== null}
        title={t('plans.delete_title', { name: asked ?? '' })}
        text={t('schedules.delete_text')}
        cancel={t('history.keep')}
        confirm={t('history.delete_confirm')}
        onCancel={() => setAsked(null)}
        onConfirm={() => void remove()}
      />
    </>
  )
}

/** Returns the faults that several schedules have, as where the system's scheduler is not reached: each is told once. */
function sharedFaults(schedules: readonly ShownSchedule[]): string[] {
  const faults = schedules.flatMap(({ active, fault }) => (active || fault === null ? [] : [fault]))
  return [...new Set(faults.filter((fault, index) => faults.indexOf(fault) !== index))]
}

interface ScheduleRowProps {
  shown: ShownSchedule
  /** Whether its fault is told above the list. */
  isTold: boolean
  onDelete: () => void
  onUnits: () => void
}

function ScheduleRow({ shown, isTold, onDelete, onUnits }: ScheduleRowProps) {
  const { t, i18n } = useTranslation()
  const now = useNow(false)
  const known = useKnownSentence()
  const { schedule, active, fault, next, last } = shown
  const { name, when, work } = schedule
  const time = whenWords(schedule, i18n.language)
  const edit = () => navigate('schedules', null, name)
  return (
    <tr className="border-t border-line">
      <td className={cx(CELL, 'max-w-0')}>
        <button
          type="button"
          onClick={edit}
          className="block max-w-full truncate rounded-s text-left font-[550] hover:underline"
        >
          {name}
        </button>
        <div className="truncate text-s text-ink-2">
          {time
            ? t('schedules.at', time)
            : when.kind === 'file' && t('schedules.file_in', { pattern: when.pattern, folder: when.folder })}
          {' · '}
          {work.kind === 'plan' ? work.plan : work.request}
        </div>
        {!active && fault !== null && !isTold && (
          <div className="text-s text-bad">{t('schedules.inactive', { why: known(fault) })}</div>
        )}
      </td>
      <td className={cx(CELL, 'whitespace-nowrap text-ink-2')}>
        <LastFiring firing={last[0] ?? null} now={now} />
      </td>
      <td className={cx(CELL, WIDE, 'whitespace-nowrap text-ink-2')}>
        {!active
          ? t('schedules.never_next')
          : next === null
            ? t(when.kind === 'file' ? 'schedules.waits' : 'schedules.by_system')
            : new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(
                next,
              )}
      </td>
      <td className="py-1.5 text-right">
        <MoreMenu
          label={t('plans.more', { name })}
          groups={[
            [
              menuEntry(t('schedules.run_now'), Play, () => void runNow(name)),
              menuEntry(t('memory.edit'), Pencil, edit),
              menuEntry(t('schedules.units'), FileCode, onUnits),
            ],
            [{ ...menuEntry(t('history.delete'), Trash2, onDelete), danger: true }],
          ]}
        />
      </td>
    </tr>
  )
}

/** Begins it by hand: it asks in this window, like any run. */
async function runNow(name: string): Promise<void> {
  const taken = await ask('take_schedule', { name, by_hand: true })
  if (taken === null) return
  const { display, yes_to } = taken.schedule
  for (const { request, plan } of taken.begins) {
    const begun = await ask('start_run', { request, plan, display, yes_to, one_shot: true })
    if (begun === null) return
    const firing = { at: Date.now(), outcome: 'began', due: null, run: begun.run, why: null } as const
    await ask('note_firing', { name, firing })
    navigate('run', begun.run)
  }
}

function LastFiring({ firing, now }: { firing: Firing | null; now: number }) {
  const { t, i18n } = useTranslation()
  const run = useRuns()?.find((one) => one.run === firing?.run)
  if (firing === null) return t('plans.never')
  const moment = momentWords(firing.at, now, i18n.language)
  if (run) {
    return (
      <button
        type="button"
        onClick={() => navigate('run', run.run)}
        className="inline-flex items-center gap-2 rounded-s hover:underline"
      >
        <Dot meaning={meaningOfRun(run)} />
        {t(`status.${wordOfRun(run)}`)}
        <span className={cx(WIDE, 'text-ink-3')}>{moment}</span>
      </button>
    )
  }
  const meaning = firing.outcome === 'failed' ? 'bad' : firing.outcome === 'missed' ? 'you' : 'none'
  return (
    <span
      className="inline-flex items-center gap-2"
      title={firing.why === null ? undefined : saidNow(firing.why)}
    >
      <Dot meaning={meaning} />
      {t(`schedules.outcomes.${firing.outcome}`)}
      <span className={cx(WIDE, 'text-ink-3')}>{moment}</span>
    </span>
  )
}
