// Makes what a clause sees in tests: a scene, and a step that was done for it.
import type { Phase } from '../../../src-preload/contract/clause-marker.ts'
import type { Control, ControlRole, ControlState, WindowInfo } from '../../core/desktop.ts'
import { testControl } from '../../core/testing/desktop.ts'
import { testAction, testStep } from '../../models/testing/inputs.ts'
import type { ActionRecord } from '../../models/input.ts'
import type { Scene } from '../moves.ts'
import type { TrailStep } from '../progress.ts'

export const sceneIn = (window: WindowInfo, seen: Pick<Scene, 'controls' | 'windows' | 'trail'>): Scene => ({
  ...seen,
  window,
  limited: null,
  home: '/home/ada',
  label: 'Clause 1 of 1',
  answerTo: () => null,
})

export const didIn = (phase: Phase, thought: string | null, actions: Partial<ActionRecord>[]): TrailStep => ({
  phase,
  step: testStep(0, { thought, actions: actions.map((action) => testAction('click_input', action)) }),
})

/** Makes controls of a window: role, name, states. */
export const partsOf =
  (window: WindowInfo) =>
  (role: ControlRole, name: string, states: ControlState[] = [], more: Partial<Control> = {}): Control =>
    testControl(`${role} ${name}`, name, { role, states, window_id: window.id, ...more })
