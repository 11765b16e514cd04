import { describe, expect, test } from 'vitest'
import type { PersonAct } from '../../src-preload/contract/person-acts.ts'
import { parseRequest } from '../interpreter/parser.ts'
import { watchedPlan } from './watched-plan.ts'

type Click = Extract<PersonAct, { did: 'click' }>
type Control = NonNullable<Click['control']>
type Window = NonNullable<Click['window']>
let clock = 0
const control = (role: Control['role'], name: string, more: Partial<Control> = {}): Control => ({
  role,
  name,
  labelled: false,
  in_bar: false,
  ...more,
})
const shown = (application: string | null, more: Partial<Window> = {}): Window => ({
  handle: application ?? 'nothing',
  title: application ?? '',
  application,
  kind: 'normal',
  active: true,
  ...more,
})
const click = (role: Control['role'], name: string, more: Partial<Click> = {}): PersonAct => ({
  did: 'click',
  button: 'left',
  held: false,
  control: control(role, name),
  window: shown('mousepad'),
  at: (clock += 2_000),
  ...more,
})
const inBar = (name: string): PersonAct =>
  click('menu', name, { control: control('menu', name, { in_bar: true }) })
const typed = (
  text: string | null,
  into: Control | null = null,
  how: 'appended' | 'replaced' | 'somewhere' = 'appended',
): PersonAct => ({ did: 'text', text, into, how })
const press = (...keys: string[]): PersonAct => ({ did: 'press', keys })
const begin = (...windows: Window[]): PersonAct => ({ did: 'begin', windows })
const field = control('edit', 'Your name:')

describe('the plan of what a person was seen to do', () => {
  test('has clicks by control, menus by their path, keys by chord, and texts as inputs of their fields', () => {
    const plan = watchedPlan([
      begin(shown('mousepad')),
      click('edit', 'Your name:'),
      typed('Ana', field),
      click('check box', 'News'),
      inBar('File'),
      click('menu item', 'Save As…'),
      typed('a.txt', control('edit', 'Name'), 'replaced'),
      press('Enter'),
      press('Control', 's'),
    ])
    expect(plan).toEqual({
      object: 'mousepad',
      steps: [
        'type "{{Your name}}" into "Your name:"',
        'click "News"',
        'choose File > Save As…',
        'set "Name" to "{{Name}}"',
        'press Enter',
        'press Ctrl+s',
      ],
      inputs: { 'Your name': 'Ana', Name: 'a.txt' },
      notes: [],
    })
    for (const step of plan.steps) expect(parseRequest(step).problem, step).toBeNull()
  })

  test('a text in the middle of another one, or in a text of several lines, goes where the caret is', () => {
    const note = control('document', 'Note')
    const plan = watchedPlan([
      click('edit', 'Town'),
      typed('x', control('edit', 'Town'), 'somewhere'),
      press('Tab'),
      typed('y', note),
    ])
    expect(plan.steps).toEqual(['click "Town"', 'type "{{Town}}"', 'press Tab', 'type "{{text}}"'])
  })

  test('a text is one, also where the tree said late what has the keyboard', () => {
    const terminal = control('document', 'Terminal')
    const plan = watchedPlan([typed('l', null, 'somewhere'), typed('s -l', terminal), press('Enter')])
    expect([plan.steps, plan.inputs]).toEqual([['type "{{text}}"', 'press Enter'], { text: 'ls -l' }])
    const secret = watchedPlan([typed('Ana', terminal), typed(null, control('password', 'Password'))])
    expect([secret.inputs, secret.notes]).toEqual([{ text: 'Ana' }, ['password']])
  })

  test('two clicks at once are a double click, later ones are two; a third has no words', () => {
    const clicks = (...gaps: number[]) => {
      let at = 0
      return watchedPlan([0, ...gaps].map((gap) => click('list item', 'a', { at: (at += gap) })))
    }
    expect(clicks(200).steps).toEqual(['double-click "a"'])
    expect(clicks(900).steps).toEqual(['click "a"', 'click "a"'])
    expect(clicks(200, 200)).toMatchObject({ steps: ['double-click "a"'], notes: ['gesture'] })
  })

  test('a text is right-clicked by its kind; two quick clicks in it select a word, which has no words', () => {
    const inText = (at: number) => click('document', '', { at })
    expect(
      watchedPlan([click('document', '', { button: 'right' }), click('menu item', 'Copy')]),
    ).toMatchObject({
      steps: ['right-click the text area', 'click "Copy"'],
      notes: [],
    })
    expect(watchedPlan([inText(0), inText(900)])).toMatchObject({ steps: [], notes: [] })
    expect(watchedPlan([inText(0), inText(200), typed('x', control('document', ''))])).toMatchObject({
      notes: ['gesture'],
    })
    const inField = (at: number) =>
      click('edit', 'Town:', { at, control: { ...control('edit', 'Town:'), labelled: true } })
    expect(watchedPlan([inField(0), inField(200)])).toMatchObject({ steps: [], notes: ['gesture'] })
  })

  test('a menu that was only opened on the way to another is not chosen', () => {
    const plan = watchedPlan([
      inBar('File'),
      inBar('Edit'),
      click('menu item', 'Paste'),
      inBar('File'),
      click('menu', 'Recent'),
      click('menu item', 'a.txt'),
      click('text', 'body', { button: 'right' }),
      click('menu item', 'Copy'),
    ])
    expect(plan.steps).toEqual([
      'choose Edit > Paste',
      'choose File > Recent > a.txt',
      'right-click "body"',
      'click "Copy"',
    ])
  })

  test('a password is in no plan, and a text that nobody saw is a place to fill in', () => {
    const plan = watchedPlan([
      click('password', 'Password'),
      typed(null, control('password', 'Password')),
      press('Enter'),
      typed(null, control('document', 'Terminal')),
    ])
    expect(plan.steps).toEqual(['click "Password"', 'press Enter', 'type "{{text}}"'])
    expect([plan.inputs, plan.notes]).toEqual([{ text: '' }, ['password', 'unseen']])
  })

  test('what has no name or no words is left out and told, and no name is read as an input', () => {
    const notes = (...acts: PersonAct[]) => watchedPlan(acts)
    expect(notes(click('button', ''))).toMatchObject({ steps: [], notes: ['nameless'] })
    expect(notes(click('edit', ''))).toMatchObject({ steps: [], notes: ['nameless'] })
    expect(notes(click('button', '{{secret}}'))).toMatchObject({ steps: [], notes: ['nameless'] })
    expect(notes(click('button', 'a", click "b'))).toMatchObject({ steps: [], notes: ['nameless'] })
    expect(notes({ did: 'drag' })).toMatchObject({ steps: [], notes: ['gesture'] })
    expect(notes(click('list item', 'a', { held: true }))).toMatchObject({ steps: [], notes: ['gesture'] })
  })

  test('another window is opened where it was open before, and switched to afterwards', () => {
    const pad = shown('mousepad', { title: '*Letter - Mousepad' })
    const away = { ...pad, active: false }
    const calculator = shown('galculator', { active: false })
    const plan = watchedPlan([
      begin(pad, calculator),
      typed('1'),
      click('button', '7', { window: calculator }),
      click('button', '8', { window: { ...calculator, active: true } }),
      click('button', 'Bold', { window: away }),
      click('button', 'OK', { window: shown('dialog', { kind: 'dialog', active: false }) }),
    ])
    expect(plan).toMatchObject({
      object: 'mousepad',
      steps: [
        'type "{{text}}"',
        'open "galculator"',
        'click "7"',
        'click "8"',
        'switch to "Letter - Mousepad"',
        'click "Bold"',
        'click "OK"',
      ],
    })
    expect(watchedPlan([begin(shown(null))])).toMatchObject({ object: '', notes: ['unopened'] })
  })

  test('pasted lines are typed one by one, and a second text of a field has a name of its own', () => {
    const note = control('document', '')
    const plan = watchedPlan([typed('one\ntwo', note, 'somewhere'), press('Down'), typed('a "b"', note)])
    expect(plan.steps.slice(0, 4)).toEqual([
      'type "{{text}}"',
      'press Enter',
      'type "{{text 2}}"',
      'press Down',
    ])
    expect([plan.inputs, plan.notes]).toEqual([{ text: 'one', 'text 2': 'two', 'text 3': 'a "b"' }, []])
  })
})
