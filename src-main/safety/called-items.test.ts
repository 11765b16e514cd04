import { expect, test } from 'vitest'
import { findingsOf } from './policy.ts'
import { actOf, aroundOf, controlOf, targetOf, windowOf } from './testing/acts.ts'

const pressed = (keys: string, calls: { keys: string; item: string[]; opens?: boolean }[]) => {
  const told = calls.map((call) => ({ opens: false, ...call }))
  const editor = controlOf('document', 'Text', ['editable', 'multiline'])
  const target = targetOf(windowOf('kate'), editor, { calls: told })
  return actOf('keyboard_input', { keys }, target)
}
const categories = (...args: Parameters<typeof pressed>) =>
  findingsOf(pressed(...args), aroundOf()).findings.map(({ category }) => category)

test.each([
  ['ctrl+d', ['Bearbeiten', 'Zeile einrücken']],
  ['Ctrl+Shift+D', ['File', 'Properties…']],
  // Elsewhere, these keys load anew, and compile.
  ['ctrl+r', ['Search', 'Find and Replace…']],
  ['F7', ['Edit', 'Undo']],
])('%s is harmless where it calls %j, and unknown where nothing is told', (keys, item) => {
  const name = keys.toLowerCase()
  expect(categories(keys, [{ keys: name, item }])).toEqual([])
  expect(categories(keys, [])).not.toEqual([])
  // Every item that the keys may call counts.
  expect(
    categories(keys, [
      { keys: name, item },
      { keys: name, item: ['Edit', 'Empty Bin'] },
    ]),
  ).toEqual(['delete'])
  // Another shortcut says nothing of this one.
  expect(categories(keys, [{ keys: 'ctrl+b', item }])).not.toEqual([])
})

test.each([
  ['ctrl+h', ['Message', 'Send by Mail'], ['send']],
  ['ctrl+t', ['Tools', 'Build'], ['run_command']],
  ['ctrl+e', ['Device', 'Frobnicate'], ['unknown']],
  // What these keys do everywhere stays harmless under any name.
  ['ctrl+n', ['Datei', 'Irgendwas'], []],
])('%s is judged as the item %j that it calls', (keys, item, found) => {
  expect(categories(keys, [{ keys, item }])).toEqual(found)
})

test('keys that open a menu are harmless, and what is pressed in it is not', () => {
  const menu = { keys: 'alt+f', item: ['File'], opens: true }
  expect(categories('alt+f', [menu])).toEqual([])
  expect(categories('alt+f d', [menu])).toEqual(['unknown'])
})

test.each(['firefox', 'evolution'])(
  'in a page of %s, which takes keys first, they say nothing',
  (process) => {
    const page = targetOf(windowOf(process), controlOf('web page', 'Inbox'))
    for (const keys of ['ctrl+d', 'alt+f']) {
      const act = actOf(
        'keyboard_input',
        { keys },
        { ...page, calls: [{ keys, item: ['Edit', 'Undo'], opens: false }] },
      )
      expect(findingsOf(act, aroundOf()).findings).not.toEqual([])
    }
  },
)

test('a question names the item', () => {
  expect(pressed('ctrl+e', [{ keys: 'ctrl+e', item: ['File', 'Run'] }]).words).toBe(
    'Press ctrl+e (“File > Run”) on document “Text” in “kate”',
  )
})
