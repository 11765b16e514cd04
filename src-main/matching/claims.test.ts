import { expect, test } from 'vitest'
import { saysDone } from './claims.ts'

test.each([
  ['Your note was saved.', true],
  ['Exported 12 pictures to ~/Pictures', true],
  ['Nachricht gesendet', true],
  ['已保存', true],
  ['Your note was saved. Send it, too?', false],
  ['The note could not be saved.', false],
  ['Saved, but the picture was left out', false],
  ['Saved, except what was too large: not enough space', false],
  ['Press F1 for help.', false],
  ['文件未保存', false],
])('the message “%s” only says that it is done: %s', (text, done) => {
  expect(saysDone(text)).toBe(done)
})
