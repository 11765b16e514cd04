// The first promise of the README: one sentence, two real applications, a result and a file.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { place, runIn, story } from './support/deskhand.ts'

const TEXT = 'naïve café 你好 😀 !@#'
const REQUEST = `open Mousepad, type "${TEXT}", save as "~/a.txt", then open galculator, click 7, click "*", click 6, click "=", read display`

describe.each(['host-app', 'single'])('with the strategy %s', (strategy) => {
  test('a text is written and saved in one application, and another one computes the result', async () => {
    await using where = await place()
    const { code, last, events, stderr } = await runIn(where, REQUEST, ['--strategy', strategy])
    expect(code, `${stderr}\n${story(events)}`).toBe(0)
    expect(last?.status).toBe('completed')
    expect(last?.result).toBe('42')
    expect(await readFile(join(where.home, 'a.txt'), 'utf8')).toBe(TEXT)
    expect(
      events.filter((event) => event.type === 'effect_verified' && event.effect === 'contradicted'),
    ).toEqual([])
  })
})
