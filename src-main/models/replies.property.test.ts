import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonSchemaOf, readReply } from './openai-model.ts'
import {
  appReplySchema,
  evaluationReplySchema,
  hostReplySchema,
  linuxReplySchema,
  APP_REPLY_STATUSES,
  HOST_REPLY_STATUSES,
} from './replies.ts'

const good = {
  observation: 'a calculator',
  thought: 'press',
  action: [{ function: 'click_input', arguments: { id: '12', name: '7' }, status: 'CONTINUE' }],
  status: 'CONTINUE',
  plan: ['then ='],
  reason: 'shown',
  complete: 'yes',
  current_subtask: '',
}
const schemas = {
  host: hostReplySchema,
  app: appReplySchema,
  linux: linuxReplySchema,
  evaluation: evaluationReplySchema,
}

/** A good reply with parts of the text cut out, doubled, replaced, or of the object swapped for anything. */
const spoiltText = fc
  .tuple(
    fc.constantFrom(JSON.stringify(good), `\`\`\`json\n${JSON.stringify(good, null, 1)}\n\`\`\``),
    fc.array(fc.tuple(fc.nat(400), fc.nat(12), fc.string()), { maxLength: 4 }),
  )
  .map(([text, edits]) =>
    edits.reduce((now, [at, length, put]) => now.slice(0, at) + put + now.slice(at + length), text),
  )
const spoiltObject = fc
  .dictionary(fc.constantFrom(...Object.keys(good)), fc.jsonValue())
  .map((part) => JSON.stringify({ ...good, ...part }))
const anything = fc.oneof(spoiltText, spoiltObject, fc.json(), fc.string({ unit: 'binary' }))

test('1,000 malformed replies never crash and never give something outside the schema', () => {
  let used = 0
  let refused = 0
  fc.assert(
    fc.property(anything, fc.constantFrom(...Object.keys(schemas)), (text, role) => {
      const schema = schemas[role as keyof typeof schemas]
      const read = readReply<unknown>({ text, finish: null }, schema)
      if ('faults' in read) {
        refused++
        expect(read.faults.length).toBeGreaterThan(0)
        return
      }
      used++
      expectInside(role, read.reply)
    }),
    { numRuns: 1000 },
  )
  expect(used).toBeGreaterThan(10)
  expect(refused).toBeGreaterThan(10)
})

/** Written out by hand, so that the schema does not judge itself. */
function expectInside(role: string, reply: unknown): void {
  const value = reply as Record<string, unknown>
  if (role === 'evaluation') {
    expect(value['reason']).toBeTypeOf('string')
    expect(['yes', 'no', 'unsure']).toContain(value['complete'])
    return
  }
  expect(value['observation']).toBeTypeOf('string')
  expect(value['thought']).toBeTypeOf('string')
  expect((value['plan'] as unknown[]).every((entry) => typeof entry === 'string')).toBe(true)
  if (role === 'host') {
    expect(HOST_REPLY_STATUSES).toContain(value['status'])
    return
  }
  for (const action of value['action'] as Record<string, unknown>[]) {
    expect(action['function']).toBeTypeOf('string')
    expect(action['arguments']).toBeTypeOf('object')
    expect(APP_REPLY_STATUSES).toContain(action['status'])
  }
}

test('every reply schema can be told to a service as JSON Schema', () => {
  for (const schema of Object.values(schemas)) {
    const told = jsonSchemaOf(schema)
    expect(told['type']).toBe('object')
    expect(told['required']).toContain(schema === evaluationReplySchema ? 'complete' : 'thought')
  }
})
