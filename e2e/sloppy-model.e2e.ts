// A weak model: each of its replies is written in another wrong way. Each is understood or repaired, and the run ends in the file.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OpenAIServer, type ReceivedRequest } from '../src-main/models/testing/openai-server.ts'
import { parsePrompt } from '../src-main/models/testing/parse-prompt.ts'
import { plainReply } from '../src-main/models/testing/plain-model.ts'
import { SLOPPY_KINDS, sloppyText, type GoodReply } from '../src-main/models/testing/sloppy-replies.ts'
import { place, runIn, story } from './support/deskhand.ts'

/** One sign for each kind. */
const LETTERS = SLOPPY_KINDS.map((_, index) =>
  index < 26 ? String.fromCharCode(97 + index) : String.fromCharCode(65 + index - 26),
)
const REQUEST = `open Mousepad, ${LETTERS.map((letter) => `type "${letter}"`).join(', ')}, save as "~/a.txt"`

/** The plain model, whose reply that types a letter is written in the way of that letter. */
function sloppyModel() {
  const used = new Set<string>()
  /** What it said of each step: a call alone carries no comment, and the plain model knows by its comments how far it is. */
  const comments: string[] = []
  let good = ''
  let spoilt = ''
  let repairs = 0
  const reply = (request: ReceivedRequest): string => {
    // What is wrong was named: it gets it right at last.
    if (request.messages.length > 2) return --repairs > 0 ? spoilt : good
    const seen = parsePrompt(request.system, request.user)
    const own = seen.steps.slice(-comments.length)
    for (const [at, step] of own.entries()) step.comment ||= comments.at(at - own.length) ?? ''
    good = plainReply(seen)
    const whole = JSON.parse(/```json\n([^]*)\n```/.exec(good)?.[1] ?? good) as GoodReply
    const { comment } = whole
    comments.push(typeof comment === 'string' ? comment : '')
    const [act] = Array.isArray(whole.action) ? whole.action : []
    const kind = SLOPPY_KINDS[LETTERS.indexOf(String(act?.arguments['text']))]
    if (act?.function !== 'set_edit_text' || !kind) return good
    used.add(kind.what)
    repairs = kind.repairs
    spoilt = sloppyText(kind, whole)
    return spoilt
  }
  return { reply, used }
}

test('every kind of sloppy reply: each is understood or repaired, and the file is as it was asked for', async () => {
  const model = sloppyModel()
  await using server = await OpenAIServer.start({ reply: model.reply })
  await using where = await place()
  await where.config(`models:
  default:
    provider: custom
    model_name: plain
    base_url: ${server.baseUrl}
    max_retry: 0
`)
  const { code, events, stderr } = await runIn(where, REQUEST, ['--strategy', 'single', '--max-step', '60'])
  expect(code, `${stderr}\n${story(events)}`).toBe(0)
  expect((await readFile(join(where.home, 'a.txt'), 'utf8')).trimEnd()).toBe(LETTERS.join(''))
  expect([...model.used]).toEqual(SLOPPY_KINDS.map(({ what }) => what))
})
