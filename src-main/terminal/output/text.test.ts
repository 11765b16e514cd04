import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Screen } from './screen.ts'
import { table } from './table.ts'
import { MemoryOutput } from '../testing/fake-shell.ts'
import { plain } from './plain.ts'
import { cut, inkFor, colourless, padEnd, widthOf, wrap } from './text.ts'

describe('text on a terminal', () => {
  it('has no control characters, whatever it came from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plain(text)).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
      }),
    )
  })

  it('is as wide as terminals show it', () => {
    expect(['abc', 'naïve', '你好', '😀', 'e\u0301', '👨‍👩‍👧'].map(widthOf)).toEqual([3, 5, 4, 2, 1, 2])
  })

  it('is cut to at most the columns that there are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, columns) => {
        expect(widthOf(cut(text, columns))).toBeLessThanOrEqual(columns)
        if (widthOf(text) <= columns) expect(cut(text, columns)).toBe(text)
      }),
    )
    expect([cut('你好吗', 4), cut('abc', 0), padEnd('你', 4)]).toEqual(['你…', '', '你  '])
  })

  it('is wrapped at spaces and loses no word', () => {
    expect(wrap('one two three four', 9, 2)).toEqual(['one two', '  three', '  four'])
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1 }).filter((word) => !word.includes(' '))),
        (words) => {
          const lines = wrap(words.join(' '), 20)
          expect(lines.join(' ')).toBe(words.join(' '))
          expect(lines.filter((line) => widthOf(line) > 20 && line.includes(' '))).toEqual([])
        },
      ),
    )
  })

  it('has no colours for NO_COLOR, a dumb terminal or a pipe', () => {
    const tty = { isTTY: true }
    expect([inkFor(tty, { NO_COLOR: '1' }), inkFor(tty, { TERM: 'dumb' }), inkFor({}, {})]).toEqual([
      colourless,
      colourless,
      colourless,
    ])
    expect(inkFor(tty, { NO_COLOR: '', TERM: 'xterm' }).good('x')).toBe('\u001b[32mx\u001b[39m')
  })
})

describe('the changing line', () => {
  it('gives way to lines that stay, and to questions', () => {
    const output = new MemoryOutput()
    output.isTTY = true
    const screen = new Screen(output)
    screen.live('step 1')
    expect(output.shown).toEqual(['step 1'])
    screen.live('step 2')
    screen.print('done')
    expect(output.shown).toEqual(['done', 'step 2'])
    {
      using _held = screen.hold()
      screen.live('hidden')
      screen.print('Which?')
      expect(output.shown).toEqual(['done', 'Which?'])
    }
    screen.live('step 3')
    expect(output.shown).toEqual(['done', 'Which?', 'step 3'])
    expect(output.text).not.toContain('hidden')
  })

  it('takes one line, also in a narrow terminal and with wide characters', () => {
    const output = new MemoryOutput()
    output.isTTY = true
    output.columns = 20
    const screen = new Screen(output)
    for (const text of ['a'.repeat(30), '打开记事本并保存文件'.repeat(2), 'end']) screen.live(text)
    expect(output.shown).toEqual(['end'])
    screen.live('打开记事本并保存文件'.repeat(2))
    expect(output.shown).toEqual(['打开记事本并保存文…'])
  })

  it('is not there where lines can not be changed', () => {
    const output = new MemoryOutput()
    const screen = new Screen(output)
    screen.live('step 1')
    screen.print('done')
    expect(output.text).toBe('done\n')
  })
})

describe('a table', () => {
  it('lines up its columns and cuts the last one', () => {
    const columns = [{ title: 'A' }, { title: 'B', align: 'right' as const }, { title: 'C' }]
    expect(
      table(
        columns,
        [
          ['你好', '7', 'a long text that is cut'],
          ['x', '123', 'y'],
        ],
        24,
      ),
    ).toEqual(['A       B  C', '你好    7  a long text…', 'x     123  y'])
  })
})
