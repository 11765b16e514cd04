import { describe, expect, it } from 'vitest'
import type { Observation } from '../core/desktop.ts'
import type { Decision } from './decision.ts'
import { LoopGuard } from './loop-guard.ts'
import { aControl, aWindow } from './testing/scripted.ts'

const window = aWindow('1', 'Timer')
const screen = (value: string): Observation => ({
  windows: [window],
  window,
  controls: [aControl('1', 'Start', { value })],
  limited: null,
  picture: null,
})

const clicks = (id: string): Decision => ({
  observation: null,
  thought: null,
  status: 'CONTINUE',
  plan: [],
  comment: null,
  questions: [],
  message: [],
  subtask: null,
  result: null,
  actions: [{ function: 'click_input', arguments: { id }, status: 'CONTINUE' }],
  keepPicture: null,
})

const kinds = (decided: [string, string][]): string[] => {
  const guard = new LoopGuard()
  return decided.map(([id, value]) => guard.judge(clicks(id), screen(value)).kind)
}

describe('what is done again and again', () => {
  it('is told from the third time on, and ended at the fifth', () => {
    const decided = Array.from({ length: 5 }, (): [string, string] => ['1', 'same'])
    expect(kinds(decided)).toEqual(['fine', 'fine', 'warn', 'warn', 'fail'])
  })

  it('is fine where it changes the screen, also when it comes back to the same one 142 times', () => {
    const decided = Array.from({ length: 142 }, (_, at): [string, string] => ['1', at % 2 ? 'on' : 'off'])
    expect(new Set(kinds(decided))).toEqual(new Set(['fine']))
  })

  it('is counted, too, where something else that changes nothing is tried in between', () => {
    const decided = Array.from({ length: 9 }, (_, at): [string, string] => [at % 2 ? '2' : '1', 'same'])
    expect(kinds(decided).at(-1)).toBe('fail')
  })
})
