// Tasks that a reader of the prompts has played: their replies are given again, by meaning, to a run on a virtual desktop. What differs then
// is the prompts, the acts and the judging.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { basename, dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { place, type Place } from '../../e2e/support/deskhand.ts'
import { SAFETY_CATEGORIES } from '../../src-preload/contract/safety.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { absentInteractor } from '../../src-main/core/interactor.ts'
import { createEngine } from '../../src-main/engine.ts'
import { readFromZip } from '../../src-main/memory/demonstrations/zip.ts'
import { OpenAIServer } from '../../src-main/models/testing/openai-server.ts'
import { scoreOf, type Checked } from '../opencomputer/score.ts'
import { plain, type Figure, type Wants } from '../measure.ts'
import { Player, type Asked } from '../played/player.ts'
import { recordingSchema, type Expected, type Recording } from '../played/recording.ts'

const FOLDER = join(import.meta.dirname, '..', 'played')
/** Calls beside those of a good agent. */
const MOST = 1.3
const LONGEST = 10_000_000

export async function* measure(wants: Wants): AsyncGenerator<Figure> {
  const names = (await readdir(FOLDER))
    .filter((name) => name.endsWith('.json'))
    .map((name) => basename(name, '.json'))
  const all = { always: { tokens: 0, pictures: 0 }, needed: { tokens: 0, pictures: 0 } }
  for (const name of names.toSorted()) {
    if (!wants(`played.${name}`) && !wants('played.pictures')) continue
    const recording = recordingSchema.parse(JSON.parse(await readFile(join(FOLDER, `${name}.json`), 'utf8')))
    for (const pictures of ['always', 'needed'] as const) {
      const { score, asked, fault } = await played(recording, pictures)
      all[pictures].tokens += sum(asked, 'tokens')
      all[pictures].pictures += sum(asked, 'pictures')
      const ratio = score.calls / recording.good_agent
      const ok = fault === null && score.passed && score.verdict === 'yes' && ratio <= MOST
      const told = `${score.acts} acts, ${score.questions} would have been asked about; tokens: ${byKind(asked)}; pictures: ${kB(sum(asked, 'pictures'))} kB`
      const failed = score.failed.map(({ description, answer }) => `${description}: ${answer}`)
      const bad = [fault, ...failed, score.verdict === 'yes' ? null : `verdict ${score.verdict}`].filter(
        (each) => each !== null,
      )
      yield {
        ...plain(
          `played.${name}${pictures === 'needed' ? '.needed' : ''}`,
          score.calls,
          'calls',
          null,
          1,
          told,
          recording.good_agent,
        ),
        ratio: Math.round(ratio * 100) / 100,
        goal: `ratio <= ${MOST}, done, verdict yes`,
        ok,
        note: [...bad, told].join('; '),
      }
    }
  }
  const note = `tokens of the texts ${all.always.tokens} and ${all.needed.tokens}; send_pictures: needed beside always, in all these tasks`
  yield plain(
    'played.pictures',
    kB(all.needed.pictures),
    'kB',
    null,
    names.length,
    note,
    kB(all.always.pictures),
  )
}

const sum = (asked: readonly Asked[], key: 'tokens' | 'pictures'): number =>
  asked.reduce((total, each) => total + each[key], 0)
const kB = (bytes: number): number => Math.round(bytes / 1000)

/** `host 2×, 3000`: how often each agent's model was asked, and the tokens of these prompts. */
const byKind = (asked: readonly Asked[]): string =>
  [...Map.groupBy(asked, ({ kind }) => kind)]
    .map(([kind, each]) => `${kind} ${each.length}×, ${sum(each, 'tokens')}`)
    .join('; ')

async function played(recording: Recording, pictures: 'always' | 'needed') {
  await using where = await place()
  await using site = await serve(recording.pages)
  const filled = (text: string) => text.replaceAll('{home}', where.home).replaceAll('{site}', site.address)
  await setFiles(where, recording.files)
  const player = new Player(recording, filled)
  await using server = await OpenAIServer.start({ reply: (request) => player.answer(request) })
  await where.config(
    `system:\n  send_pictures: ${pictures}\nmodels:\n  default:\n    provider: custom\n    model_name: played\n    base_url: ${server.baseUrl}\n`,
  )
  const home = process.env['HOME']
  process.env['HOME'] = where.home
  try {
    await using engine = await createEngine({
      home: where.data,
      env: { PATH: process.env['PATH'], HOME: where.home },
      display: 'virtual',
      printLog: () => {},
    })
    const events: SessionEvent[] = []
    const started = performance.now()
    await engine.run({
      request: filled(recording.request),
      strategy: recording.strategy,
      yesTo: SAFETY_CATEGORIES,
      interactor: absentInteractor,
      onEvent: (event) => events.push(event),
    })
    const seconds = (performance.now() - started) / 1000
    const result = events.findLast((event) => event.type === 'session_finished')?.result
    const checks = recording.expects.map((each) => checked(each, where, { result, posted: site.posted }))
    const task = { id: recording.request, app: recording.strategy }
    return {
      score: scoreOf(task, events, await Promise.all(checks), seconds),
      asked: player.asked,
      fault: player.fault,
    }
  } finally {
    process.env['HOME'] = home
  }
}

async function setFiles({ home }: Place, files: Recording['files']): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(home, name)), { recursive: true })
    await writeFile(
      join(home, name),
      typeof content === 'string' ? content : Buffer.from(content.base64, 'base64'),
    )
  }
}

/** Serves the pages of a task on loopback, and keeps what is posted. */
async function serve(pages: Recording['pages']) {
  const posted: string[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      if (request.method === 'POST') posted.push(body.toString())
      const page =
        request.method === 'POST' ? '<title>Thank you</title><h1>Thank you!</h1>' : pages[request.url ?? '']
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(page ?? '')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`,
    posted,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function checked(
  expected: Expected,
  { home }: Place,
  { result, posted }: { result: unknown; posted: readonly string[] },
): Promise<Checked> {
  const description = JSON.stringify(expected)
  const judged = (passed: boolean, answer: unknown): Checked => ({ description, passed, answer })
  if ('result' in expected) return judged(JSON.stringify(result ?? '').includes(expected.result), result)
  if ('posted' in expected)
    return judged((posted[0] ?? null) === expected.posted && posted.length <= 1, posted)
  const bytes = await readFile(join(home, expected.file)).catch(() => null)
  if (bytes === null) return judged(false, 'There is no such file.')
  if ('hex' in expected)
    return judged(bytes.toString('hex').includes(expected.hex), bytes.toString('hex', 0, 40))
  const { within } = { within: undefined, ...expected }
  const part = within === undefined ? bytes : readFromZip(bytes, (name) => name === within, LONGEST)
  const text = part?.toString() ?? ''
  return judged('is' in expected ? text === expected.is : text.includes(expected.holds), text.slice(0, 200))
}
