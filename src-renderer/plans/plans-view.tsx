// Shows the plans: the library, one of them, or the form for a new one.
import type { Place } from '../state/place.ts'
import { navigate } from '../state/place.ts'
import { NEW_PLAN } from './new-plan.ts'
import { NewPlan } from './plan-form.tsx'
import { PlanList } from './plan-list.tsx'
import { PlanPage } from './plan-page.tsx'

export function PlansView({ place: { part } }: { place: Place }) {
  if (part === null) return <PlanList />
  if (part === NEW_PLAN) return <NewPlan onClose={() => navigate('plans')} />
  return <PlanPage key={part} name={part} />
}
