import { expect, test } from 'vitest'
import type { ActVerb } from '../../src-preload/contract/act-words.ts'
import { inChinese } from '../../src-preload/contract/sentences.ts'
import { toldActs } from './told-acts.ts'

const VERBS: Partial<Record<ActVerb, string>> = {
  click_input: 'Click',
  keyboard_input: 'Press',
  set_edit_text: 'Type',
}
const told = (text: string) =>
  toldActs(text, {
    verbOf: (tool) => VERBS[tool] ?? tool,
    say: (words) => words,
    effectOf: (effect, evidence) => `${effect}: ${evidence}`,
    failed: (whole, what) => `${whole ? 'All in vain' : '- In vain'}: ${what}`,
  })

test.each([
  ['1. click_input on list item “scan-001.pdf”', '1. Click list item “scan-001.pdf”'],
  ['2. keyboard_input with keys="F2"', '2. Press “F2”'],
  [
    '3. set_edit_text on edit “New name” with text="a, b=c", press_enter=true',
    '3. Type edit “New name” “a, b=c”, true',
  ],
  [
    '- Didn’t work: click_input on menu item “Rename…” — contradicted: no dialog opened',
    '- In vain: Click menu item “Rename…” — no dialog opened',
  ],
  [
    '4. click_input on button “OK” — confirmed: a window opened',
    '4. Click button “OK” — confirmed: a window opened',
  ],
  [
    '1. click_input on button “OK” — There is no such control.',
    '1. Click button “OK” — There is no such control.',
  ],
  ['This did not work: No button to save.', 'All in vain: No button to save.'],
  ['This did not work.', 'All in vain: '],
  ['- Didn’t work: waiting for the dialog', '- In vain: waiting for the dialog'],
  ['1. User left click on "Export (list item)"', '1. User left click on "Export (list item)"'],
  ['1. Write the mail to Ana (in thunderbird)', '1. Write the mail to Ana (in thunderbird)'],
  ['~/reports, with the month in its name', '~/reports, with the month in its name'],
])('%s: %s', (written, words) => {
  expect(told(written)).toBe(words)
})

test('several acts in Chinese', () => {
  const say = (text: string) => inChinese(text) ?? text
  const words = {
    say,
    verbOf: () => '点击',
    effectOf: (effect: string) => effect,
    failed: (_whole: boolean, what: string) => `- 没有成功：${what}`,
  }
  expect(toldActs('1. click_input on button “OK”\n- Didn’t work: click_input on button “No”', words)).toBe(
    '1. 点击 按钮“OK”\n- 没有成功：点击 按钮“No”',
  )
})
