// Which differences between two targets are a change, and which are only missing.
import { expect, test } from 'vitest'
import type { TargetDescription } from '../../../core/desktop.ts'
import { scriptedElement as element } from '../../../platform/testing/scripted.ts'
import { KnownTargets, type Aimed } from './fingerprint.ts'

const within = (...names: string[]) => names.map((name) => ({ role: 'menu' as const, name }))
const described = (more: Partial<TargetDescription>) =>
  ({ kind: 'control', window: null, text: null, fingerprint: '', ...more }) as TargetDescription
const item = element('menu item', 'Open')

test.each<[string, Partial<TargetDescription>, Aimed, { parts: string[]; onlyMissing: boolean } | null]>([
  ['the same', { within: within('File', 'bar') }, { element: item }, null],
  [
    'parts around it that are not told whole',
    { within: within('File') },
    { element: item },
    { parts: ['the parts around the control'], onlyMissing: true },
  ],
  [
    'other parts around it',
    { within: within('Bookmarks') },
    { element: item },
    { parts: ['the parts around the control'], onlyMissing: false },
  ],
  [
    'an application that does not answer',
    { kind: 'unknown', text: 'There is no control 3.', within: within('File', 'bar') },
    {},
    { parts: ['what receives it', 'the control', 'the text'], onlyMissing: true },
  ],
  [
    'another control',
    { within: within('File', 'bar') },
    { element: element('menu item', 'Open') },
    { parts: ['the control'], onlyMissing: false },
  ],
  [
    'a question that has come',
    { within: within('File', 'bar'), question: 'Really?' },
    { element: item },
    { parts: ['the question of the dialog'], onlyMissing: false },
  ],
])('%s', (_title, now, aimed, change) => {
  const targets = new KnownTargets()
  const before = targets.fingerprint(described({ within: within('File', 'bar') }), { element: item }, null)
  expect(targets.change(before, targets.fingerprint(described(now), aimed, null))).toEqual(change)
})

test('a target that is not known any more has changed if its fingerprint has', () => {
  const targets = new KnownTargets()
  const now = targets.fingerprint(described({}), { element: item }, null)
  expect(targets.change('0123456789abcdef', now)).toEqual({ parts: [], onlyMissing: false })
  expect(targets.change(now, now)).toBeNull()
})
