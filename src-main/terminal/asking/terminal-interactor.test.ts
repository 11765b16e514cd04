import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import type { ChecklistChange, ChecklistItem } from '../../../src-preload/contract/checklist.ts'
import { target } from '../../../src-preload/contract/testing/sample-run.ts'
import { NO_PERMISSION, type SensitiveStep } from '../../core/interactor.ts'
import { RunControl } from '../../core/run-control.ts'
import { Screen } from '../output/screen.ts'
import { TerminalInteractor } from './terminal-interactor.ts'
import { MemoryOutput } from '../testing/fake-shell.ts'
import { colourless } from '../output/text.ts'

/** A person who types these lines, one for each prompt, and then nothing more; null ends the input. */
function person(...lines: (string | null)[]) {
  const input = new PassThrough()
  const output = new MemoryOutput()
  const left = [...lines]
  let interrupts = 0
  const write = output._write.bind(output)
  output._write = (chunk, encoding, done) => {
    write(chunk, encoding, done)
    // A prompt is what does not end its line.
    if (chunk.toString().endsWith('\n')) return
    const line = left.shift()
    if (line === undefined) return
    setImmediate(() => (line === null ? input.end() : input.write(`${line}\n`)))
  }
  const interactor = new TerminalInteractor({
    input,
    output,
    screen: new Screen(output),
    ink: colourless,
    onInterrupt: () => interrupts++,
  })
  return { interactor, output, input, interrupts: () => interrupts, run: new RunControl() }
}

const step: SensitiveStep = {
  call_id: 'c1',
  action: 'Click button “Delete” in “Files”',
  control_text: 'Delete',
  categories: ['delete'],
  reason: 'The button is called Delete.',
  rule: 'delete',
  consequence: null,
  target: target({ name: 'Delete', window: 'Files', application: 'pcmanfm' }),
  scopes: ['once'],
  coverage: null,
}
const coverage = { application: 'thunderbird', action: 'click_input', argument: 'button “Send”' }
const send: SensitiveStep = { ...step, categories: ['send'], scopes: ['once', 'run', 'always'], coverage }

it('names what would come of an act first, and the act below', async () => {
  const { interactor, output, run } = person('n', '')
  const parameters = { file: 'March.pdf', size: '12 KB' }
  await interactor.sensitiveStepAsker({ ...step, consequence: { code: 'replace_today', parameters } }, run)
  const asked = output.text.indexOf('Replace March.pdf (12 KB, changed today)?')
  expect(asked).toBeGreaterThan(-1)
  expect(output.text.indexOf(step.action)).toBeGreaterThan(asked)
})

describe('the first request', () => {
  it('welcomes with three examples and asks again for an empty one', async () => {
    const { interactor, output, run } = person('', '   ', '  open Mousepad ')
    expect(await interactor.firstRequest(run)).toEqual({ answer: 'open Mousepad', by: 'person' })
    expect(output.lines.filter((line) => line.startsWith('  open'))).toHaveLength(3)
    expect(output.text.split('Your request:')).toHaveLength(4)
  })

  it('is none at the end of input', async () => {
    const { interactor, run } = person(null)
    expect(await interactor.firstRequest(run)).toEqual({ answer: null, by: 'nobody' })
  })
})

const NOT_UNDERSTOOD =
  'Not understood: “dance”.\n\nWithout a model, these commands are known: open APP. Join them by commas.'

describe('the checklist', () => {
  const item = (id: string, words: string, more: Partial<ChecklistItem> = {}): ChecklistItem => ({
    id,
    words,
    state: 'open',
    ask: false,
    ...more,
  })
  async function asked(...lines: (string | null)[]) {
    const { interactor, output, run } = person(...lines)
    let items = [item('a', 'open Mousepad'), item('b', 'type "x"'), item('c', 'press Enter')]
    const changes: ChecklistChange[] = []
    const edit = (change: ChecklistChange) => {
      changes.push(change)
      if (change.words === 'dance') return Promise.resolve(NOT_UNDERSTOOD)
      if (change.left_out) items = items.with(1, item('b', 'type "x"', { state: 'left_out' }))
      return Promise.resolve(null)
    }
    const answer = await interactor.checklistAsker(() => items, edit, run)
    return { answer, changes, output }
  }

  it('is changed line by line, shown again after each, and begun by Enter', async () => {
    const { answer, changes, output } = await asked('skip 2', 'ask 1', 'move 3 1', 'words 3 press Tab', '')
    expect(answer).toEqual({ answer: true, by: 'person' })
    expect(changes).toEqual([
      { item: 'b', left_out: true },
      { item: 'a', ask: true },
      { item: 'c', before: 'a' },
      { item: 'c', words: 'press Tab' },
    ])
    expect(output.text).toContain('· 1. open Mousepad')
    expect(output.text).toContain('– 2. type "x" (left out)')
    expect(output.text.split('To be done:')).toHaveLength(6)
  })

  it('says why a change is refused, or is none, and goes on asking', async () => {
    const { answer, changes, output } = await asked('words 1 dance', 'skip 9', 'hello', 'stop')
    expect(answer).toEqual({ answer: false, by: 'person' })
    expect(changes).toHaveLength(1)
    expect(output.text).toContain('Not understood: “dance”.')
    expect(output.text.split('This is none of the commands.')).toHaveLength(3)
  })

  it('tells what can be said only when that is asked for', async () => {
    const refused = await asked('words 1 dance', 'stop')
    expect(refused.output.text).toContain('? shows: Without a model, these commands are known')
    expect(refused.output.text).not.toContain('open APP')
    const { answer, output } = await asked('words 1 dance', '?', 'stop')
    expect(answer.answer).toBe(false)
    expect(output.text).toContain('open APP. Join them by commas.')
    expect((await asked('?', 'stop')).output.text).toContain('This is none of the commands.')
  })

  it('has no answer at the end of input: nothing is begun', async () => {
    expect((await asked(null)).answer).toEqual({ answer: false, by: 'nobody' })
  })
})

describe('a secret', () => {
  it('is not echoed, and kept as it was typed', async () => {
    const { interactor, output, run } = person(' Kranich 17 ')
    output.isTTY = true
    expect(await interactor.secretAsker('Which code?', run)).toEqual({ answer: ' Kranich 17 ', by: 'person' })
    expect(output.text).toContain('Which code?')
    expect(output.text).not.toContain('Kranich')
  })

  it('that nobody gives is none', async () => {
    const { interactor, run } = person(null)
    expect(await interactor.secretAsker('Which code?', run)).toEqual({ answer: '', by: 'nobody' })
  })
})

describe('the next request', () => {
  it.each([
    ['N', '', true],
    [' n ', '', true],
    ['no', 'no', false],
    ['open galculator', 'open galculator', false],
  ])('takes %j', async (typed, request, complete) => {
    const { interactor, run } = person(typed)
    expect((await interactor.newRequest(run)).answer).toEqual({ request, complete })
  })

  it('ends at the end of input, and is asked again when empty', async () => {
    const ended = person(null)
    expect((await ended.interactor.newRequest(ended.run)).answer.complete).toBe(true)
    const empty = person('', 'n')
    expect((await empty.interactor.newRequest(empty.run)).answer.complete).toBe(true)
    expect(empty.output.text.split('What next?')).toHaveLength(3)
  })
})

describe('a paste of several lines', () => {
  it('is one request after the other, and each is shown when its turn comes', async () => {
    const { interactor, output, run } = person('open a\n\n  open b \nN')
    expect((await interactor.firstRequest(run)).answer).toBe('open a')
    expect(interactor.waiting).toEqual(['open b', 'N'])
    const before = output.text.length
    expect((await interactor.newRequest(run)).answer).toEqual({ request: 'open b', complete: false })
    expect(output.text.slice(before)).toBe('\nWhat next? (N ends) open b\n')
    expect((await interactor.newRequest(run)).answer.complete).toBe(true)
    expect(interactor.waiting).toEqual([])
  })

  it('comes in parts when it is long', async () => {
    const { interactor, input, output, run } = person()
    const first = interactor.firstRequest(run)
    while (!output.text.includes('Your request:')) await new Promise((resolve) => setImmediate(resolve))
    input.write('open a\nopen ')
    input.write('b\nopen c\n')
    expect((await first).answer).toBe('open a')
    expect(interactor.waiting).toEqual(['open b', 'open c'])
  })

  it('begins the next line with what had no end', async () => {
    const { interactor, output, input, run } = person()
    output.isTTY = true
    const first = interactor.newRequest(run)
    input.write('open a\nopen')
    expect((await first).answer.request).toBe('open a')
    const next = interactor.newRequest(run)
    input.write(' b\n')
    expect((await next).answer.request).toBe('open b')
  })

  it('answers no question with its other lines, and waits until a request is asked for', async () => {
    const { interactor, run } = person('open a\ny\ny', 'n', 'sure\ny', 'n')
    await interactor.firstRequest(run)
    expect((await interactor.sensitiveStepAsker(step, run)).answer.allow).toBe(false)
    expect((await interactor.sensitiveStepAsker(step, run)).answer.allow).toBe(false)
    expect(interactor.waiting).toEqual(['y', 'y'])
  })
})

describe('yes or no', () => {
  it('remembers unless a person says no', async () => {
    const answers = await Promise.all(
      ['', 'y', 'YES', 'n', 'No'].map(async (typed) => {
        const { interactor, run } = person(typed)
        return (await interactor.experienceAsker(run)).answer
      }),
    )
    expect(answers).toEqual([true, true, true, false, false])
  })

  it('allows a sensitive act for a clear yes alone', async () => {
    const answers = await Promise.all(
      ['', 'y', 'yes', 'n'].map(async (typed) => {
        const { interactor, run } = person(typed)
        return interactor.sensitiveStepAsker(step, run)
      }),
    )
    expect(answers.map(({ answer }) => answer.allow)).toEqual([false, true, true, false])
    const unclear = person('sure', 'ok', 'a', '')
    expect(await unclear.interactor.sensitiveStepAsker(step, unclear.run)).toEqual({
      answer: NO_PERMISSION,
      by: 'person',
    })
    expect(unclear.output.text.split('Type y or n.')).toHaveLength(4)
  })

  it('has nobody to allow a sensitive act at the end of input', async () => {
    const { interactor, run } = person(null)
    expect(await interactor.sensitiveStepAsker(step, run)).toEqual({ answer: NO_PERMISSION, by: 'nobody' })
  })

  it('shows the act, its place, why it asks and by which rule', async () => {
    const { interactor, output, run } = person('n')
    await interactor.sensitiveStepAsker({ ...step, control_text: 'rm -rf ~\u001b[8m\nls' }, run)
    expect(output.lines.slice(0, 9)).toEqual([
      '',
      '! Click button “Delete” in “Files”',
      '  on     rm -rf ~ [8m',
      '         ls',
      '  in     “Files” of “pcmanfm”',
      '  asked  because it deletes something or takes it from its place: The button is called Delete.',
      '  rule   delete',
      '  keys   y this once, n no; after n you can say why',
      'Allow it? [y/N] ',
    ])
  })

  it('allows acts of the same kind in this run, or always, where that is offered', async () => {
    const ask = async (typed: string) => {
      const { interactor, run } = person(typed)
      return (await interactor.sensitiveStepAsker(send, run)).answer
    }
    expect([await ask('y'), await ask('r'), await ask('Always')]).toEqual([
      { allow: true, scope: 'once', why: null },
      { allow: true, scope: 'run', why: null },
      { allow: true, scope: 'always', why: null },
    ])
  })

  it('takes the reason of a refusal from the same line', async () => {
    const why = async (typed: string) => {
      const { interactor, run } = person(typed)
      return (await interactor.sensitiveStepAsker(step, run)).answer
    }
    expect([await why('n, the other one'), await why('no: wait until  May')]).toEqual([
      { allow: false, scope: 'once', why: 'the other one' },
      { allow: false, scope: 'once', why: 'wait until  May' },
    ])
    expect(await why('n')).toEqual(NO_PERMISSION)
  })
})

describe('a question', () => {
  it('is numbered, and takes a choice by its number or its words', async () => {
    const ask = async (...typed: (string | null)[]) => {
      const { interactor, run, output } = person(...typed)
      const answer = await interactor.questionAsker({ text: 'Which button?' }, 2, ['OK', 'Cancel'], run)
      expect(output.text).toContain('Question 2: Which button?\n  1) OK\n  2) Cancel\n')
      return answer
    }
    expect([await ask('2'), await ask('ok'), await ask('0', '3', 'maybe', '', '1'), await ask(null)]).toEqual(
      [
        { answer: 'Cancel', by: 'person' },
        { answer: 'OK', by: 'person' },
        { answer: 'OK', by: 'person' },
        { answer: '', by: 'nobody' },
      ],
    )
  })

  it('without choices takes what is typed, also nothing', async () => {
    const { interactor, run } = person('in the  garden ', '')
    expect(await interactor.questionAsker({ text: 'Where?' }, 1, [], run)).toEqual({
      answer: 'in the  garden',
      by: 'person',
    })
    expect(await interactor.questionAsker({ text: 'Where?' }, 2, [], run)).toEqual({
      answer: '',
      by: 'person',
    })
  })

  it('that is open ends with its run', async () => {
    const { interactor, run, output } = person()
    const asked = interactor.questionAsker({ text: 'Where?' }, 1, [], run)
    const outcome = expect(asked).rejects.toThrow('Stopped by the user.')
    run.stop()
    await outcome
    expect(output.text).toContain('Your answer: ')
    await expect(interactor.questionAsker({ text: 'And?' }, 2, [], run)).rejects.toThrow(
      'Stopped by the user.',
    )
  })
})

it('writes no fact of a question beyond the end of the terminal, nor a window without a title', async () => {
  const { interactor, output, run } = person('n')
  output.columns = 60
  const reason = 'A file of this name is there already, and all that it holds would be lost with the act.'
  await interactor.sensitiveStepAsker(
    { ...send, reason, target: target({ name: 'Delete', window: '', application: 'pcmanfm' }) },
    run,
  )
  expect(output.lines.filter((line) => line.length > 60)).toEqual([])
  expect(output.text).toContain('  in     pcmanfm\n')
  expect(output.text).toContain('\n         ')
})
