import { describe, expect, it } from 'vitest'
import { isDue, stateAfter, TASK_STATES, type TaskState } from './task-states.ts'

const states = Object.keys(TASK_STATES) as TaskState[]
const due = (retry: 'failed' | 'all' | null) => states.filter((state) => isDue(state, retry)).toSorted()

describe('the states of a task', () => {
  it('are begun again always, or only where a person has asked for it', () => {
    expect(due(null)).toEqual(['new', 'running', 'stopped'])
    expect(due('failed')).toEqual(['failed', 'interrupted', 'new', 'running', 'stopped'])
    expect(due('all')).toEqual(states.toSorted())
  })

  it('are left for “running” alone, and each can be reached from there', () => {
    const others = states.filter((state) => state !== 'running')
    for (const state of others) expect(TASK_STATES[state].on).toEqual({ begun: 'running' })
    expect(new Set(Object.values(TASK_STATES.running.on))).toEqual(new Set(states))
  })

  it('have a person look at what may have been done', () => {
    expect([stateAfter('lost_after_act'), stateAfter('stopped_after_act')]).toEqual([
      'interrupted',
      'interrupted',
    ])
  })

  it('keep no record of a task that begins anew', () => {
    expect(() => stateAfter('lost')).toThrow('No record says')
    expect(() => stateAfter('begun')).toThrow('No record says')
  })
})
