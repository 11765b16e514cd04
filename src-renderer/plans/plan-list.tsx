// The library as a table: what each plan does, what it asks for, and how its last runs have ended.
import { Download, ListChecks, PlayCircle, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSentence } from '../state/sentences.ts'
import type { PlanSummary } from '../../src-preload/contract/calls/plans.ts'
import { saveTold } from '../history/save-file.ts'
import { useNow } from '../state/clock.ts'
import { ask } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { meaningOf } from '../state/status.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useFresh } from '../state/use-fresh.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { momentWords } from '../ui/days.ts'
import { Confirm } from '../ui/dialog.tsx'
import { Dot } from '../ui/dot.tsx'
import { CELL, ListTable, ROOMY, WIDE } from '../ui/list-table.tsx'
import { menuEntry, MoreMenu } from '../ui/menu.tsx'
import { Empty } from '../ui/notice.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { FromRunDialog } from './from-run-dialog.tsx'
import { usePlanImport } from './use-plan-import.tsx'
import { NEW_PLAN } from './new-plan.ts'
import { Unanswered } from '../ui/unanswered.tsx'

export function PlanList() {
  const { t } = useTranslation()
  const answer = useAnswer('list_plans', {})
  useFresh(answer, 'plans', 'run')
  const [fromRun, setFromRun] = useState(false)
  const plans = answer.value?.plans
  const { button, onFiles } = usePlanImport(plans ?? [])
  const make = (
    <>
      <Button icon={<ListChecks aria-hidden size={14} />} onClick={() => setFromRun(true)}>
        {t('plans.from_run')}
      </Button>
      <Button
        look="primary"
        icon={<Plus aria-hidden size={14} />}
        onClick={() => navigate('plans', null, NEW_PLAN)}
      >
        {t('plans.new')}
      </Button>
    </>
  )
  return (
    <PageFrame
      title={t('plans.title')}
      about={t('plans.about')}
      onFiles={onFiles}
      actions={
        <>
          {button}
          {make}
        </>
      }
    >
      <Unanswered answer={answer} />
      {plans?.length === 0 && (
        <Empty
          icon={<ListChecks aria-hidden size={28} />}
          title={t('plans.empty_title')}
          text={t('plans.empty_text')}
        />
      )}
      {plans !== undefined && plans.length > 0 && <PlanTable plans={plans} />}
      <FromRunDialog open={fromRun} onClose={() => setFromRun(false)} />
    </PageFrame>
  )
}

function PlanTable({ plans }: { plans: readonly PlanSummary[] }) {
  const { t } = useTranslation()
  const now = useNow(false)
  const [asked, setAsked] = useState<PlanSummary | null>(null)
  const remove = async () => {
    const name = asked?.name ?? ''
    setAsked(null)
    if (await ask('delete_plan', { name })) announce(t('plans.deleted'))
  }
  return (
    <>
      <ListTable
        className="mt-4"
        label={t('plans.list')}
        columns={[
          { name: t('plans.plan'), className: 'w-full' },
          { name: t('plans.steps'), className: cx(WIDE, 'text-right') },
          { name: t('plans.inputs'), className: ROOMY },
          { name: t('plans.last') },
        ]}
        actions={t('history.actions')}
      >
        {plans.map((plan) => (
          <PlanRow key={plan.name} plan={plan} now={now} onDelete={() => setAsked(plan)} />
        ))}
      </ListTable>
      <Confirm
        open={asked !== null}
        title={t('plans.delete_title', { name: asked?.name ?? '' })}
        text={t('plans.delete_text')}
        cancel={t('history.keep')}
        confirm={t('history.delete_confirm')}
        onCancel={() => setAsked(null)}
        onConfirm={() => void remove()}
      />
    </>
  )
}

function PlanRow({ plan, now, onDelete }: { plan: PlanSummary; now: number; onDelete: () => void }) {
  const { t, i18n } = useTranslation()
  const sentence = useSentence()
  const { name, task, steps, inputs, fault, last } = plan
  const words = fault === null ? task : sentence(fault)
  const open = () => navigate('plans', null, name)
  const exportIt = async () =>
    saveTold(await ask('export_plan', { name }), (file) => t('history.exported', { name: file }))
  const [newest] = last
  return (
    <tr className="border-t border-line">
      <td className={cx(CELL, 'max-w-0')}>
        <button
          type="button"
          onClick={open}
          title={name}
          className="block max-w-full truncate rounded-s text-left font-[550] hover:underline"
        >
          {name}
        </button>
        <div className={cx('truncate text-s', fault === null ? 'text-ink-2' : 'text-bad')} title={words}>
          {words}
        </div>
      </td>
      <td className={cx(CELL, WIDE, 'text-right text-ink-2')}>{steps}</td>
      <td className={cx(CELL, ROOMY, 'max-w-50 truncate text-ink-2')}>
        {inputs.map((input) => input.name).join(', ')}
      </td>
      <td className={cx(CELL, 'whitespace-nowrap text-ink-2')}>
        {newest === undefined ? (
          t('plans.never')
        ) : (
          <button
            type="button"
            onClick={() => navigate('run', newest.run)}
            className="inline-flex items-baseline gap-2 rounded-s hover:underline"
          >
            <Dot meaning={meaningOf(newest.status)} />
            {t(`status.${newest.status}`)}
            <span className={cx(ROOMY, 'text-ink-3')}>{momentWords(newest.at, now, i18n.language)}</span>
          </button>
        )}
      </td>
      <td className="py-1.5 text-right">
        <MoreMenu
          label={t('plans.more', { name })}
          groups={[
            fault === null
              ? [
                  menuEntry(t('plans.open'), PlayCircle, open),
                  menuEntry(t('plans.export'), Download, () => void exportIt()),
                ]
              : [],
            [{ ...menuEntry(t('history.delete'), Trash2, onDelete), danger: true }],
          ]}
        />
      </td>
    </tr>
  )
}
