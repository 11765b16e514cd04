// Makes windows and controls for tests, changed by what a test is about.
import type { Control, WindowInfo } from '../desktop.ts'

export const testWindow = (more: Partial<WindowInfo> = {}): WindowInfo => ({
  id: '1',
  title: 'galculator',
  process_name: 'galculator',
  application: 'Galculator',
  pid: 1,
  bounds: { x: 100, y: 50, width: 400, height: 300 },
  active: true,
  minimized: false,
  kind: 'normal',
  modal: false,
  owner: null,
  says: null,
  unsaved: false,
  ...more,
})

export const testControl = (id: string, name: string, more: Partial<Control> = {}): Control => ({
  id,
  role: 'button',
  name,
  value: null,
  description: null,
  states: [],
  bounds: { x: 110, y: 60, width: 40, height: 30 },
  window_id: '1',
  parent: null,
  depth: 1,
  actions: ['click'],
  ...more,
})
