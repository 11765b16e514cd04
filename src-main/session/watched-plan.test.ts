import { describe, expect, test } from 'vitest'
import type { PersonAct } from '../../src-preload/contract/person-acts.ts'
import { parseRequest } from '../interpreter/parser.ts'
import { watchedPlan } from './watched-plan.ts'

type Click = Extract<PersonAct, { did: 'click' }>
type Control = Click['control']
let clock = 0
const click = (role: NonNullable<Control>['role'], name: string, more: Partial<Click> = {}): PersonAct => ({
  did: 'click',
  button: 'left',
  control: { role, name },
  application: 'mousepad',
  at: (clock += 2_000),
  ...more,
})
const field: Control = { role: 'edit', name: 'Your name:' }
const key = (named: string, into: Control = null): PersonAct[] => [
  { did: 'key', key: named, down: true, into },
  { did: 'key', key: named, down: false, into },
]
const keys = (text: string, into: Control = null) => Array.from(text).flatMap((sign) => key(sign, into))
const held = (modifier: string, ...acts: PersonAct[]): PersonAct[] => [
  { did: 'key', key: modifier, down: true, into: null },
  ...acts,
  { did: 'key', key: modifier, down: false, into: null },
]

describe('the plan of what a person was seen to do', () => {
  test('has clicks by control, menus by their path, keys by chord, and texts as inputs of their fields', () => {
    const plan = watchedPlan([
      click('edit', 'Your name:'),
      ...held('Shift', ...key('A', field)),
      ...keys('nx', field),
      ...key('Backspace', field),
      ...keys('a', field),
      click('check box', 'News'),
      click('menu', 'File'),
      click('menu item', 'Save As…'),
      ...keys('a.txt'),
      ...key('Enter'),
      ...held('Control', ...key('s')),
    ])
    expect(plan).toEqual({
      object: 'mousepad',
      steps: [
        'click "Your name:"',
        'type "{{Your name}}"',
        'click "News"',
        'choose File > Save As…',
        'type "{{text}}"',
        'press Enter',
        'press Ctrl+s',
      ],
      inputs: { 'Your name': 'Ana', text: 'a.txt' },
      notes: [],
    })
    for (const step of plan.steps) expect(parseRequest(step).problem, step).toBeNull()
  })

  test('two clicks at once are a double click, later ones are two', () => {
    const twice = (ms: number) =>
      watchedPlan([click('list item', 'a'), click('list item', 'a', { at: clock + ms })]).steps
    expect(twice(200)).toEqual(['double-click "a"'])
    expect(twice(900)).toEqual(['click "a"', 'click "a"'])
  })

  test('a password is in no plan; what has no name is left out, and both are told', () => {
    const secret: Control = { role: 'password', name: 'Password' }
    const plan = watchedPlan([
      click('password', 'Password'),
      ...key('', secret),
      { did: 'text', text: '', into: secret },
      ...key('Enter', secret),
      click('button', ''),
    ])
    expect(plan.steps).toEqual(['click "Password"', 'press Enter'])
    expect([plan.inputs, plan.notes]).toEqual([{}, ['password', 'nameless']])
  })

  test('pasted lines are typed one by one, and a second text of a field has a name of its own', () => {
    const plan = watchedPlan([{ did: 'text', text: 'one\ntwo', into: field }])
    expect(plan.steps).toEqual(['type "{{Your name}}"', 'press Enter', 'type "{{Your name 2}}"'])
    expect(plan.inputs).toEqual({ 'Your name': 'one', 'Your name 2': 'two' })
  })
})
