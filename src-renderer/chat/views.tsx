// Lists what the main window shows for each view.
import type { ComponentType } from 'react'
import type { View } from '../../src-preload/contract/calls/app.ts'
import type { Place } from '../state/place.ts'
import { NewPage } from './new-page.tsx'
import { DevicesView } from '../devices/devices-view.tsx'
import { MemoryView } from '../memory/memory-view.tsx'
import { BatchView } from '../batch/batch-view.tsx'
import { HistoryView } from '../history/history-view.tsx'
import { PlansView } from '../plans/plans-view.tsx'
import { SchedulesView } from '../schedules/schedules-view.tsx'
import { SettingsView } from '../settings/settings-view.tsx'
import { UsageView } from '../usage/usage-view.tsx'
import { RunPage } from './run-view.tsx'

export const VIEWS: Partial<Record<View, ComponentType<{ place: Place }>>> = {
  new: NewPage,
  run: RunPage,
  settings: SettingsView,
  history: HistoryView,
  usage: UsageView,
  memory: MemoryView,
  plans: PlansView,
  batch: BatchView,
  schedules: SchedulesView,
  devices: DevicesView,
}
