import { expect, test } from 'vitest'
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import { seen } from '../../src-preload/contract/evidence.ts'
import { failureAsked, failureTold } from './failures.ts'

const appeared = (names: string, count = '1') => [seen('appeared', { count, names })]

test.each<[CodedText[], string]>([
  [appeared('text “Error: not sent, no connection”'), 'Error: not sent, no connection'],
  [appeared('group “Error”, text “Could not be saved: read-only”', '2'), 'Could not be saved: read-only'],
  [appeared('text “Invalid age”'), 'Invalid age'],
  [appeared('text “Die Datei konnte nicht geöffnet werden”'), 'Die Datei konnte nicht geöffnet werden'],
  [appeared('text “保存失败”'), '保存失败'],
  [appeared('status bar “10 errors”'), '10 errors'],
  [appeared('text “No, that failed”'), 'No, that failed'],
  [[seen('now', { role: 'text', value: 'Name is required', was: '' })], 'Name is required'],
  ...[
    'Nothing was saved',
    'The disk is full',
    'Offline: will not be kept',
    'No changes were made',
    'Timed out',
    'Connection lost',
    'Not enough space',
    'Sorry, something went wrong',
    'Keine Verbindung',
    '文档未保存',
  ].map((text): [CodedText[], string] => [[seen('now', { role: 'text', value: text, was: 'Ready' })], text]),
])('%j tells of a failure', (told, message) => {
  expect(failureTold(told)).toBe(message)
})

test.each([
  [appeared('text “3 rows were added”')],
  // Files, pages and fields have names of their own, and a whole page is no message.
  [appeared('list item “error.log”, link “Error handling”', '2')],
  [appeared('text “Errors and how to find them”', '40')],
  [[seen('now', { role: 'edit', value: 'Error', was: '1/0' })]],
  [[seen('now', { role: 'text', value: 'Errors: 3', was: 'Errors: 2' })]],
  [[seen('pixels')]],
  ...[
    '0 errors, 2 warnings',
    'No errors found.',
    '12 passed, 0 failed',
    'Errors: 0',
    'Ohne Fehler beendet',
    '没有错误',
    'All 3 changes were saved',
    'The disk is 40 % full',
    'Connected to the network',
  ].map((text) => [appeared(`text “${text}”`)]),
])('%j tells of none', (told) => {
  expect(failureTold(told)).toBeNull()
})

test('a dialog tells of a failure by what it says', () => {
  const opened = (says: string) => [seen('opened', { kind: 'dialog', name: '', says })]
  expect(failureAsked(opened('The name could not be saved.'))).toBe('The name could not be saved.')
  expect(failureAsked(opened('Saved.'))).toBeNull()
  expect(failureTold(opened('The name could not be saved.'))).toBeNull()
})
