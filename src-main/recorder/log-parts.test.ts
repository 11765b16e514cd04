import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LogParts, readLog } from './log-parts.ts'

const written = (values: readonly unknown[]): string => {
  const parts = new LogParts()
  return values
    .flatMap((value) => parts.linesOf(value))
    .map((line) => `${line}\n`)
    .join('')
}
const lines = (count: number) =>
  Array.from({ length: count }, (_none, at) => `[${at}] button "Button number ${at}" (${at * 7},20 80x24)\n`)

test('what was written is read again, whatever it is', () => {
  const long = fc.array(fc.constantFrom('the same line\n', 'another line, longer than that\n', 'x'), {
    maxLength: 40,
  })
  const leaf = fc.oneof(
    fc.string(),
    long.map((all) => all.join('')),
    fc.integer(),
    fc.constant(null),
    fc.boolean(),
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('value'), { maxLength: 12 }),
      fc.dictionary(fc.constantFrom('prompt', 'part', 'is', '$text', '$list', '$is', 'a'), tie('value')),
    ),
  }))
  fc.assert(
    fc.property(fc.array(value, { maxLength: 6 }), (values) => {
      const plain = JSON.parse(JSON.stringify(values)) as unknown[]
      expect(readLog(written(plain))).toEqual(plain)
    }),
  )
})

test('forty prompts that grow by a line each take less than a tenth of what they say', () => {
  const system = lines(120).join('')
  const prompts = Array.from({ length: 40 }, (_none, step) => ({
    step,
    control_info: lines(60).map((line) => line.trim()),
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: lines(step + 20).join('') },
    ],
  }))
  const whole = prompts.map((prompt) => `${JSON.stringify(prompt)}\n`).join('')
  expect(written(prompts).length).toBeLessThan(whole.length / 10)
})

test('a line in the middle of a text makes no more than the runs around it new', () => {
  const all = lines(400)
  const before = written([{ text: all.join('') }])
  const after = written([
    { text: all.join('') },
    { text: all.toSpliced(200, 0, 'a line that was not there\n').join('') },
  ])
  expect(after.length - before.length).toBeLessThan(before.length / 8)
})

test('a line that can’t be read costs itself alone', () => {
  const text = written([{ step: 1 }, { step: 2 }])
  expect(readLog(text.replace('{"step":1}', '{"step":'))).toEqual(['{"step":', { step: 2 }])
})
