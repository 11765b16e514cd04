// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import chinese from '../../resources/sentences/zh.json' with { type: 'json' }
import { setLanguage, startI18n } from './i18n.ts'
import { inChinese } from '../../src-preload/contract/sentences.ts'
import { saidNow } from './sentences.ts'

describe('the sentences of the program', () => {
  test.each(Object.entries(chinese))(
    '%s: is recognised with what it is about, and no other one is',
    (english, words) => {
      const about = (text: string) => text.replaceAll(/\{(\d)\}/g, 'a$1b')
      expect(inChinese(about(english))).toBe(about(words))
    },
  )

  test('a reason within a sentence is said in Chinese, too, as are two sentences in a row', () => {
    expect(inChinese('Nobody is there to answer: Stopped by the user.')).toBe(
      '没有人可以回答：已由用户停止。',
    )
    expect(inChinese('It was not done. Stopped by the user.')).toBe('没有执行。已由用户停止。')
    expect(inChinese('The mail went out.')).toBeNull()
  })
})

test.each([
  [
    'open x: There is no application “x” here. The nearest: Ristretto 图片查看器, XTerm.',
    'open x：这里没有应用程序“x”。最接近的：Ristretto 图片查看器, XTerm。',
  ],
  ['Not understood: “sing”.\nPut the text into quotes.', '无法理解：“sing”。\n请把文本放进引号。'],
  ['The menu “File” has no “Go”. It has: “Quit”.', '菜单“File”没有“Go”。现有：“Quit”。'],
  [
    'Save it: nobody is there to allow it (“a.txt” is there already and would be replaced. Category: overwrite). Run it where it can be asked, or in a terminal with --yes-to overwrite.',
    'Save it：没有人可以允许它（“a.txt” 已存在，会被替换。类别：overwrite）。请在可以询问的地方运行，或在终端中使用 --yes-to overwrite。',
  ],
  ['close x: There is no window of “x”. No window is open.', 'close x：没有“x”的窗口。没有打开的窗口。'],
  [
    'click "x": There is no control “x” in “A”. Nearest: button “7”.',
    'click "x"：“A”中没有“x”。最接近的：按钮“7”。',
  ],
])('sentences and paragraphs, one after the other, are told one by one: %j', (english, chinese) => {
  expect(inChinese(english)).toBe(chinese)
})

describe('in a window', () => {
  beforeEach(() => startI18n('zh'))
  afterEach(() => setLanguage('en'))

  test('a control is called by its kind and its own name', () => {
    expect(saidNow('The toggle button “6” is meant.')).toBe('目标是切换按钮“6”。')
    expect(saidNow('The edit without a name is meant.')).toBe('目标是没有名称的输入框。')
  })

  test('what is not known is told to be English, and what is Chinese or no sentence stays', async () => {
    expect(saidNow('The window has gone away.')).toBe('（英文）The window has gone away.')
    expect(saidNow('窗口 has gone')).toBe('窗口 has gone')
    expect(saidNow('42')).toBe('42')
    await setLanguage('en')
    expect(saidNow('Stopped by the user.')).toBe('Stopped by the user.')
  })
})
