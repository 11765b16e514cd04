import { expect, test } from 'vitest'
import { testControl, testWindow } from '../core/testing/desktop.ts'
import { announcedByKeys, announces, withoutBlocked } from './dialogs.ts'

test.each([
  ['About Kid3', { title: 'Kid3', says: 'Kid3 3.9.3 Audio Tag Editor' }, true],
  ['About', { title: 'Gpick', says: 'Version 0.2' }, true],
  ['About Notes', { title: 'About Notes', says: null }, true],
  ['About Kid3', { title: 'Error', says: 'The file is gone.' }, false],
  ['Save As…', { title: 'Where to?', says: null }, true],
  ['Keyboard Shortcuts', { title: 'gedit', says: 'Shortcuts Ctrl + T' }, true],
  ['Keyboard Shortcuts', { title: 'gedit', says: 'Save first?' }, false],
  ['Export', { title: 'Export', says: 'The file is there already.' }, false],
])('“%s” announces %j: %s', (label, dialog, announced) => {
  expect(announces(label, dialog)).toBe(announced)
})

test.each([
  ['alt+enter', 'Image Properties', true],
  ['alt+enter', 'Error', false],
  ['f1', 'Keyboard shortcuts help', true],
  ['ctrl+s', 'Save', false],
])('%s announces a dialog with the title “%s”: %s', (chord, title, announced) => {
  expect(announcedByKeys(chord, { title, says: 'Name: logo.png' })).toBe(announced)
})

test('a modal dialog in front leaves what is in it, in its pop-ups and in dialogs of its own', () => {
  const dialog = testWindow({ id: 'tone', kind: 'dialog', modal: true })
  const welcome = testWindow({ id: 'welcome', kind: 'dialog', active: false, owner: 'main' })
  const menu = testWindow({ id: 'menu', kind: 'popup', active: false })
  const own = testWindow({ id: 'own', kind: 'dialog', active: false, owner: 'tone' })
  const windows = [dialog, welcome, menu, own]
  const controls = windows.map(({ id }) => testControl(id, 'OK', { window_id: id }))
  const left = (more: typeof windows) => withoutBlocked(controls, more).map(({ id }) => id)
  expect(left(windows)).toEqual(['tone', 'menu', 'own'])
  // What is not in front, or not modal, keeps nothing away.
  expect(left([{ ...dialog, active: false }, welcome])).toHaveLength(4)
  expect(left([{ ...dialog, modal: false }, welcome])).toHaveLength(4)
})
