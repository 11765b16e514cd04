import { describe, expect, it } from 'vitest'
import type { TargetDescription } from '../core/desktop.ts'
import { RunControl } from '../core/run-control.ts'
import { actOf, controlOf, HOME, targetOf, windowOf } from './testing/acts.ts'
import { askingGate } from './testing/asking-gate.ts'

const request = 'write “Hello” into the field of shop.example and tell me what it says'
const browser = windowOf('chromium', 'Shop - Chromium')
const page = targetOf(browser, controlOf('edit', 'Search', ['editable']), { page: 'https://ads.example/' })
const look = (target: TargetDescription) => actOf('keyboard_input', { keys: 'Ctrl+Home' }, target)
const area = (value: string) => controlOf('edit', '', ['multiline', 'editable'], { value })

/** Whether typing into a page of a site that the person has not named asks after this look. */
async function asksAfter(target: TargetDescription | null): Promise<boolean> {
  const { gate, asked } = askingGate(HOME, { request, allows: false })
  using run = new RunControl()
  // In a browser, the act itself reads; the judgement says what counted before.
  if (target !== null) await gate.admit(look(target), run)
  asked.length = 0
  return gate
    .judge(actOf('type_text', { text: 'what I have read' }, page))
    .categories.includes('untrusted_content')
}

describe('what a run types into a page asks once it has acted in a window', () => {
  it.each<[string, TargetDescription]>([
    ['of a file by its path', targetOf(windowOf('kate', 'x'), area(''), { document: '/home/ada/x.txt' })],
    [
      'whose title has only a name',
      targetOf(windowOf('kate', 'x.txt — Kate'), area(''), { document: 'x.txt' }),
    ],
    [
      'of mails',
      targetOf(windowOf('thunderbird', 'Offer'), controlOf('document', ''), { document: 'Offer' }),
    ],
    [
      'with a text that was there before',
      targetOf(windowOf('gnote', 'Diary'), area('Diary: mine'), { document: 'Diary' }),
    ],
  ])('%s', async (_name, target) => {
    expect(await asksAfter(target)).toBe(true)
  })

  it.each<[string, TargetDescription | null]>([
    ['none', null],
    ['without a text', targetOf(windowOf('kate', 'Untitled'), area(''), { document: 'Untitled' })],
    [
      'with what the person wrote',
      targetOf(windowOf('kate', 'Untitled'), area('Hello'), { document: 'Untitled' }),
    ],
    [
      'with signs that are no words',
      targetOf(windowOf('kate', 'Untitled'), area('\n'), { document: 'Untitled' }),
    ],
  ])('but not after: %s', async (_name, target) => {
    expect(await asksAfter(target)).toBe(false)
  })
})
