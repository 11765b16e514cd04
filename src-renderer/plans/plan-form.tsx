// Shows the form to write or change a plan: its name, what it is about, its steps and what it types.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WatchedPlan } from '../../src-preload/contract/calls/desktop.ts'
import type { Plan } from '../../src-preload/contract/calls/plans.ts'
import { placesIn } from '../../src-preload/contract/plan-places.ts'
import { bridge, faultWords } from '../state/bridge.ts'
import { navigate } from '../state/place.ts'
import { announce } from '../ui/announcer.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Switch } from '../ui/choice.tsx'
import { Input, TextField } from '../ui/field.tsx'
import { Form, isEnterInField } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageFrame, PageSection } from '../ui/page-frame.tsx'
import { keepUnsaved, NEW_PLAN, unsavedOf, useWatched, type Draft, type DraftStep } from './new-plan.ts'

const NOTHING: Draft = {
  name: '',
  task: '',
  object: '',
  close: false,
  steps: [{ key: 0, words: '', from: null }],
  inputs: {},
}

const draftOf = ({ name, task, object, close, steps, inputs }: Plan): Draft => ({
  name,
  task,
  object,
  close,
  steps: steps.map(({ words }, index) => ({ key: index, words, from: index })),
  inputs: Object.fromEntries(
    inputs.flatMap((input) => (input.text === null ? [] : [[input.name, input.text]])),
  ),
})

export function NewPlan({ onClose }: { onClose: () => void }) {
  // The observed plan is used once; the next new plan starts empty.
  const [watched] = useState(() => useWatched.getState().plan)
  useEffect(() => () => useWatched.setState({ plan: null }), [])
  const draft =
    watched === null
      ? NOTHING
      : {
          ...NOTHING,
          object: watched.object,
          inputs: watched.inputs,
          steps: watched.steps.map((words, key) => ({ key, words, from: null })),
        }
  return (
    <PlanForm
      draft={draft}
      was={null}
      recorded={false}
      onClose={onClose}
      {...(watched && { notes: watched.notes })}
    />
  )
}

export const EditPlan = ({ plan, onClose }: { plan: Plan; onClose: () => void }) => (
  <PlanForm draft={draftOf(plan)} was={plan.name} recorded={plan.recorded !== null} onClose={onClose} />
)

const isSame = (one: Draft | undefined, other: Draft): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

interface PlanFormProps {
  draft: Draft
  was: string | null
  /** Whether it was recorded, so that its steps are fixed and none can be added. */
  recorded: boolean
  /** It was saved or given up. */
  onClose: () => void
  /** The observed acts that could not be included; none where nothing was observed. */
  notes?: WatchedPlan['notes']
}

function PlanForm({ draft: first, was, recorded, onClose: leave, notes }: PlanFormProps) {
  const { t } = useTranslation()
  const key = was ?? NEW_PLAN
  const [draft, setDraft] = useState(() => {
    const unsaved = unsavedOf(key)
    // What was observed just now comes before what was written earlier, and the acts of a plan that was saved since are others.
    const isOver = notes !== undefined || (was !== null && !isSame(unsaved?.began, first))
    return unsaved === null || isOver ? first : unsaved.draft
  })
  const onClose = () => {
    keepUnsaved(key, null)
    leave()
  }
  const set = (change: Partial<Draft>) => {
    const next = { ...draft, ...change }
    setDraft(next)
    keepUnsaved(key, { began: first, draft: next })
  }
  const { name, task, object, close, steps } = draft
  // In a written plan, each `{{name}}` in its words is an input.
  const named = [task, object, ...steps.map(({ words }) => words)].flatMap(placesIn)
  const inputs = recorded
    ? draft.inputs
    : Object.fromEntries(named.map((input) => [input, draft.inputs[input] ?? '']))
  const ready =
    name.trim() !== '' &&
    task.trim() !== '' &&
    steps.length > 0 &&
    steps.every(({ words }) => words.trim() !== '')
  const save = async () => {
    const saved = await bridge.call('save_plan', {
      name,
      was,
      task,
      object,
      close,
      steps: steps.map(({ words, from }) => ({ words, from })),
      inputs,
    })
    announce(t('plans.saved', { name: saved.name }))
    onClose()
    navigate('plans', null, saved.name)
  }
  return (
    <PageFrame title={was === null ? t('plans.new') : t('plans.edit_title', { name: was })}>
      <Form
        label={was === null ? t('plans.new') : t('memory.edit')}
        className="mt-4"
        onSend={save}
        ready={ready}
        focusFirst
        enterGoesOn
        wordsOf={faultWords}
        submit={t('memory.save')}
        primary
        onCancel={onClose}
      >
        {notes && (
          <Notice look="plain">
            <p>{t('plans.watched')}</p>
            {notes.map((note) => (
              <p key={note}>{t(`plans.watched_notes.${note}`)}</p>
            ))}
          </Notice>
        )}
        <TextField
          label={t('plans.name')}
          value={name}
          maxLength={120}
          onText={(typed) => set({ name: typed })}
        />
        <TextField
          label={t('plans.task')}
          hint={t('plans.task_hint')}
          value={task}
          onText={(typed) => set({ task: typed })}
        />
        {!recorded && (
          <TextField
            label={t('plans.object')}
            hint={t('plans.object_hint')}
            value={object}
            onText={(typed) => set({ object: typed })}
          />
        )}
        <Steps steps={steps} recorded={recorded} onChange={(next) => set({ steps: next })} />
        {Object.keys(inputs).length > 0 && (
          <PageSection title={t('plans.inputs')}>
            <div className="flex flex-col gap-3">
              {Object.entries(inputs).map(([input, text]) => (
                <TextField
                  key={input}
                  label={input}
                  hint={t('plans.input_hint')}
                  value={text}
                  onText={(typed) => set({ inputs: { ...draft.inputs, [input]: typed } })}
                />
              ))}
            </div>
          </PageSection>
        )}
        {!recorded && object.trim() !== '' && (
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the switch is the control
          <label className="flex items-center gap-2">
            <Switch checked={close} onCheckedChange={(next) => set({ close: next })} />
            {t('plans.close')}
          </label>
        )}
      </Form>
    </PageFrame>
  )
}

interface StepsProps {
  steps: readonly DraftStep[]
  recorded: boolean
  onChange: (steps: DraftStep[]) => void
}

function Steps({ steps, recorded, onChange }: StepsProps) {
  const { t } = useTranslation()
  const move = (index: number, by: number) => {
    const next = [...steps]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(index + by, 0, moved)
    onChange(next)
  }
  const add = () => {
    const key = Math.max(-1, ...steps.map((step) => step.key)) + 1
    onChange([...steps, { key, words: '', from: null }])
    // The new field exists only after the next drawing.
    requestAnimationFrame(() => document.getElementById(stepId(key))?.focus())
  }
  return (
    <PageSection title={t('plans.steps')}>
      <p className="mb-2 text-s text-ink-2">{t(recorded ? 'plans.steps_recorded' : 'plans.steps_hint')}</p>
      <ol className="flex flex-col gap-2">
        {steps.map(({ key, words }, index) => (
          <li key={key} className="flex items-center gap-1">
            <Input
              id={stepId(key)}
              aria-label={t('plans.step', { number: index + 1 })}
              value={words}
              onKeyDown={(event) => {
                const begins = !recorded && index === steps.length - 1 && words.trim() !== ''
                if (!begins || event.ctrlKey || event.metaKey || !isEnterInField(event)) return
                event.preventDefault()
                add()
              }}
              onChange={(event) =>
                onChange(
                  steps.map((step) => (step.key === key ? { ...step, words: event.target.value } : step)),
                )
              }
            />
            <IconButton
              label={t('plans.up', { number: index + 1 })}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            >
              <ArrowUp aria-hidden size={14} />
            </IconButton>
            <IconButton
              label={t('plans.down', { number: index + 1 })}
              disabled={index === steps.length - 1}
              onClick={() => move(index, 1)}
            >
              <ArrowDown aria-hidden size={14} />
            </IconButton>
            <IconButton
              label={t('plans.remove_step', { number: index + 1 })}
              disabled={steps.length === 1}
              onClick={() => onChange(steps.filter((step) => step.key !== key))}
            >
              <Trash2 aria-hidden size={14} />
            </IconButton>
          </li>
        ))}
      </ol>
      {!recorded && (
        <Button className="mt-3" icon={<Plus aria-hidden size={14} />} onClick={add}>
          {t('plans.add_step')}
        </Button>
      )}
    </PageSection>
  )
}

const stepId = (key: number): string => `plan-step-${key}`
