import { expect, test } from 'vitest'
import type { Tool } from '../../src-preload/contract/act-words.ts'
import { inChinese } from '../../src-preload/contract/sentences.ts'
import { toldActs } from './told-acts.ts'

const VERBS: Partial<Record<Tool, string>> = {
  click_input: 'Click',
  keyboard_input: 'Press',
  set_edit_text: 'Type',
}
const told = (text: string) =>
  toldActs(
    text,
    (tool) => VERBS[tool] ?? tool,
    (words) => words,
  )

test.each([
  ['1. click_input on list item “scan-001.pdf”', '1. Click list item “scan-001.pdf”'],
  ['2. keyboard_input with keys="F2"', '2. Press “F2”'],
  [
    '3. set_edit_text on edit “New name” with text="a, b=c", press_enter=true',
    '3. Type edit “New name” “a, b=c”, true',
  ],
  [
    '- Didn’t work: click_input on menu item “Rename…” — contradicted: no dialog opened',
    '- Didn’t work: Click menu item “Rename…” — contradicted: no dialog opened',
  ],
  ['1. User left click on "Export (list item)"', '1. User left click on "Export (list item)"'],
  ['1. Write the mail to Ana (in thunderbird)', '1. Write the mail to Ana (in thunderbird)'],
  ['~/reports, with the month in its name', '~/reports, with the month in its name'],
])('%s: %s', (written, words) => {
  expect(told(written)).toBe(words)
})

test('several acts in Chinese', () => {
  const say = (text: string) => inChinese(text) ?? text
  expect(toldActs('1. click_input on button “OK”\n2. click_input on button “No”', () => '点击', say)).toBe(
    '1. 点击 按钮“OK”\n2. 点击 按钮“No”',
  )
})
