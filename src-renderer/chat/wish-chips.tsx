// Shows the chips of a request that has not begun: where, by which plan, strategy and model it is carried out.
import { ModelChip, PlaceChip, PlanFirstChip, WayChip, type ChipProps } from './composer-chips.tsx'
import { PlanChip } from './plan-chip.tsx'

/** `planFirst`: whether a person is present who can look at the checklist before the first act. */
export function WishChips({ place, wishes, planFirst = false }: ChipProps & { planFirst?: boolean }) {
  return (
    <>
      <PlaceChip place={place} wishes={wishes} />
      {wishes.device === null && (
        <>
          <PlanChip place={place} wishes={wishes} />
          {wishes.plan === null && <WayChip place={place} wishes={wishes} />}
          <ModelChip place={place} wishes={wishes} />
          {planFirst && <PlanFirstChip place={place} wishes={wishes} />}
        </>
      )}
    </>
  )
}
