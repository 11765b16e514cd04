// The chip that takes a plan of the library in place of a request, and the plan with its inputs where the words would stand.
import { ListOrdered, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSentence } from '../state/sentences.ts'
import { PlanInputs } from '../plans/plan-inputs.tsx'
import { navigate } from '../state/place.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useFresh } from '../state/use-fresh.ts'
import { IconButton } from '../ui/button.tsx'
import { ChipMenu, type ChipProps } from './composer-chips.tsx'
import { setWishes, type ChosenPlan } from './drafts.ts'

export function PlanChip({ place, wishes }: ChipProps) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const answer = useAnswer('list_plans', {})
  useFresh(answer, 'plans')
  const plans = answer.value?.plans ?? []
  if (plans.length === 0) return null
  const text = wishes.plan?.name ?? t('composer.plans.none')
  return (
    <ChipMenu
      icon={<ListOrdered aria-hidden size={13} className="shrink-0" />}
      text={text}
      bare={wishes.plan === null}
      name={t('composer.plans.chip', { name: text })}
      groups={[
        [
          {
            label: t('composer.plans.none'),
            text: t('composer.plans.none_for'),
            checked: wishes.plan === null,
            onSelect: () => setWishes(place, { plan: null }),
          },
        ],
        plans.map(({ name, path, task, inputs, recorded, fault }) => ({
          label: name,
          text: fault === null ? task : sentence(fault),
          checked: wishes.plan?.path === path,
          disabled: fault !== null,
          onSelect: () =>
            setWishes(place, { plan: { name, path, task, inputs, recorded, set: {} }, device: null }),
        })),
        [{ label: t('composer.plans.all'), onSelect: () => navigate('plans') }],
      ]}
    />
  )
}

/** Takes the place of a request's words: the task of the plan, and its texts for this time. */
export function PlanOfRequest({ place, plan }: { place: string; plan: ChosenPlan }) {
  const { t } = useTranslation()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset's legend can't stand beside a button
    <div role="group" aria-label={t('composer.plans.chip', { name: plan.name })} className="pb-1">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <div className="font-[550] break-words">{plan.name}</div>
          {plan.task !== plan.name && <div className="text-s break-words text-ink-2">{plan.task}</div>}
        </div>
        <IconButton
          label={t('composer.plans.leave', { name: plan.name })}
          className="size-6"
          onClick={() => setWishes(place, { plan: null })}
        >
          <X size={13} />
        </IconButton>
      </div>
      {plan.inputs.length > 0 && (
        <div className="mt-2 flex max-h-60 flex-col gap-2 overflow-auto">
          <PlanInputs
            inputs={plan.inputs}
            recorded={plan.recorded}
            texts={plan.set}
            onChange={(set) => setWishes(place, { plan: { ...plan, set } })}
          />
        </div>
      )}
    </div>
  )
}
