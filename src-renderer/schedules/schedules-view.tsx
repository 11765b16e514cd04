// Shows the schedules: all of them, or the form for one that is new or changed.
import type { Place } from '../state/place.ts'
import { navigate } from '../state/place.ts'
import { NEW_SCHEDULE } from './names.ts'
import { EditSchedule, NewSchedule } from './schedule-form.tsx'
import { ScheduleList } from './schedule-list.tsx'

export function SchedulesView({ place: { part } }: { place: Place }) {
  const close = () => navigate('schedules')
  if (part === null) return <ScheduleList />
  if (part === NEW_SCHEDULE) return <NewSchedule onClose={close} />
  return <EditSchedule key={part} name={part} onClose={close} />
}
