import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { extractObjects } from './extract.ts'

const object = { thought: 'a {brace} and a "quote"', action: [{ arguments: { text: 'x, ]' } }] }
const json = JSON.stringify(object)

describe('extractObjects', () => {
  test.each([
    ['the bare object', json],
    ['a fenced block', `Here you are:\n\`\`\`json\n${json}\n\`\`\`\nDone.`],
    ['a fence without a language', `\`\`\`\n${json}\n\`\`\``],
    ['prose with an apostrophe before it', `I'm sure it's right: ${json} That's all.`],
    ['thoughts before it', `<think>maybe {"status": "FAIL"}?</think>\n${json}`],
    ['the end of thoughts alone', `maybe {"status": "FAIL"}?</think>${json}`],
    ['trailing commas', json.replace(']}', ',],}')],
    ['the same object twice', `${json}\n\`\`\`json\n${json}\n\`\`\``],
    ['a byte order mark', `\uFEFF${json}`],
  ])('finds the object in %s', (_, reply) => {
    expect(extractObjects(reply)).toEqual([object])
  })

  test('keeps commas, words and line breaks that are inside strings', () => {
    expect(extractObjects('{"a": "x,]\nTrue", "b": True, "c": None,}')).toEqual([
      { a: 'x,]\nTrue', b: true, c: null },
    ])
  })

  test('gives each of several different objects', () => {
    expect(extractObjects('either {"a":1} or {"a":2}')).toEqual([{ a: 1 }, { a: 2 }])
  })

  test.each(['', 'no', '[1,2]', '{"cut": "off', '{{{{', '<think>{"a":1}', '"text"', 'null'])(
    'finds nothing in %s',
    (reply) => {
      expect(extractObjects(reply)).toEqual([])
    },
  )

  test('is done with hostile repetition before anyone notices', () => {
    for (const piece of ['{', '"{', '<think>', '```{', '</think>{"', '{"a":']) {
      const reply = piece.repeat(400_000 / piece.length)
      expect(extractObjects(reply)).toEqual([])
    }
  })

  test('finds any object again in prose around it', () => {
    const prose = fc.string().filter((text) => !/[{}`<"]/.test(text))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), prose, prose, (value, before, after) => {
        const written = JSON.stringify(value)
        expect(extractObjects(`${before} ${written} ${after}`)).toEqual([JSON.parse(written)])
      }),
    )
  })
})
