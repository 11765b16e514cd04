// One plan: run it with its inputs, read and change its steps, see how it has ended.
import { ArrowLeft, Download, FlaskConical, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Plan } from '../../src-preload/contract/calls/plans.ts'
import { OFFLINE, useModelNames } from '../chat/model-names.ts'
import { saveTold } from '../history/save-file.ts'
import { StatusOf } from '../history/run-table.tsx'
import { bridge, faultWords } from '../state/bridge.ts'
import { useNow } from '../state/clock.ts'
import { ask } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { useRuns } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useFresh } from '../state/use-fresh.ts'
import { useKnownSentence, useSentence } from '../state/sentences.ts'
import { Button } from '../ui/button.tsx'
import { momentWords } from '../ui/days.ts'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageFrame, PageSection } from '../ui/page-frame.tsx'
import { DryRun } from './dry-run.tsx'
import { PlaceChoice } from './place-choice.tsx'
import { useDesktops, type Desktop } from '../state/desktops.ts'
import { unsavedOf } from './new-plan.ts'
import { EditPlan } from './plan-form.tsx'
import { PlanInputs } from './plan-inputs.tsx'
import { Unanswered } from '../ui/unanswered.tsx'

/** How many of its runs are listed; all are in the history. */
const MAX_RUNS = 8

export function PlanPage({ name }: { name: string }) {
  const { t } = useTranslation()
  const answer = useAnswer('read_plan', { name })
  useFresh(answer, 'plans')
  const [editing, setEditing] = useState(() => unsavedOf(name) !== null)
  const plan = answer.value
  if (plan === null) {
    return (
      <PageFrame title={name} actions={<BackButton />}>
        <Unanswered answer={answer} />
      </PageFrame>
    )
  }
  if (editing) return <EditPlan plan={plan} onClose={() => setEditing(false)} />
  const exportIt = async () =>
    saveTold(await ask('export_plan', { name }), (file) => t('history.exported', { name: file }))
  return (
    <PageFrame
      title={plan.name}
      about={plan.task}
      actions={
        <>
          <BackButton />
          <Button icon={<Download aria-hidden size={14} />} onClick={() => void exportIt()}>
            {t('plans.export')}
          </Button>
          <Button icon={<Pencil aria-hidden size={14} />} onClick={() => setEditing(true)}>
            {t('memory.edit')}
          </Button>
        </>
      }
    >
      <RunForm plan={plan} />
      <StepList plan={plan} />
      <RunsOf path={plan.path} />
    </PageFrame>
  )
}

function BackButton() {
  const { t } = useTranslation()
  return (
    <Button look="quiet" icon={<ArrowLeft aria-hidden size={14} />} onClick={() => navigate('plans')}>
      {t('plans.all')}
    </Button>
  )
}

function RunForm({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const [usual = 'virtual'] = useDesktops()
  const isOffline = useModelNames().usual === OFFLINE
  const [display, setDisplay] = useState<Desktop | null>(null)
  const [texts, setTexts] = useState<Record<string, string>>({})
  const [isForeseen, setForeseen] = useState(false)
  const start = async () => {
    const begun = await bridge.call('start_run', {
      request: null,
      one_shot: true,
      display: display ?? usual,
      plan: { plan: plan.path, set: texts },
    })
    navigate('run', begun.run)
  }
  return (
    <PageSection title={t('plans.run_it')}>
      <Form
        label={t('plans.run_it')}
        onSend={start}
        ready
        wordsOf={faultWords}
        submit={t('composer.start')}
        primary
        icon={<Play aria-hidden size={14} />}
        beside={
          (plan.recorded !== null || isOffline) && (
            <Button icon={<FlaskConical aria-hidden size={14} />} onClick={() => setForeseen(true)}>
              {t('dry.button')}
            </Button>
          )
        }
      >
        <PlanInputs
          inputs={plan.inputs}
          recorded={plan.recorded !== null}
          texts={texts}
          onChange={setTexts}
        />
        <PlaceChoice value={display ?? usual} onChange={setDisplay} />
      </Form>
      {isForeseen && (
        <DryRun
          input={{ request: null, plan: { plan: plan.path, set: texts }, display: display ?? usual }}
          onClose={() => setForeseen(false)}
        />
      )}
    </PageSection>
  )
}

function StepList({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const { steps, recorded, object, close } = plan
  const known = useKnownSentence()
  return (
    <PageSection title={t('plans.steps_of', { count: steps.length })}>
      <p className="mb-2 text-s text-ink-2">
        {recorded ? t('plans.recorded', { run: recorded.run }) : t('plans.by_hand')}
        {object !== '' && ` ${t('plans.opens', { object })}`}
        {close && ` ${t('plans.closes')}`}
      </p>
      <ol className="flex flex-col">
        {steps.map(({ words }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two steps may have the same words; none moves here
          <li key={index} className="flex gap-3 border-t border-line py-1.5 first:border-t-0">
            <span aria-hidden className="w-5 shrink-0 text-right text-ink-3">
              {index + 1}
            </span>
            <span className="min-w-0 break-words select-text">{words}</span>
          </li>
        ))}
      </ol>
      {recorded !== null && recorded.notes.length > 0 && (
        <div className="mt-3">
          <Notice look="plain">
            {recorded.notes.map((note) => (
              <p key={note}>{known(note)}</p>
            ))}
          </Notice>
        </div>
      )}
    </PageSection>
  )
}

function RunsOf({ path }: { path: string }) {
  const { t, i18n } = useTranslation()
  const sentence = useSentence()
  const now = useNow(false)
  const runs = (useRuns() ?? []).filter(({ plan }) => plan === path).slice(0, MAX_RUNS)
  if (runs.length === 0) return null
  return (
    <PageSection title={t('plans.last_runs')}>
      <ul>
        {runs.map((run) => (
          <li key={run.run} className="border-t border-line first:border-t-0">
            <button
              type="button"
              onClick={() => navigate('run', run.run)}
              className="flex min-h-8 w-full items-center gap-3 rounded-s text-left hover:underline"
            >
              <StatusOf run={run} />
              <span className="min-w-0 truncate text-s text-ink-2">{sentence(run.error ?? '')}</span>
              <span className="ml-auto shrink-0 text-s text-ink-3">
                {momentWords(run.started_at, now, i18n.language)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
