// Lets somebody answer as the model: each request of an OpenAI-compatible service on loopback waits in a folder for a text.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { RunControl } from '../../src-main/core/run-control.ts'
import { OpenAIServer, type ReceivedRequest } from '../../src-main/models/testing/openai-server.ts'

/** Files of a request's folder, which is named by its number. */
const REQUEST = 'request.json'
const REPLY = 'reply.txt'
/** The client waits no longer. */
const GONE = 'gone'
/** Wordings of system messages that a reader has seen. */
const SEEN = 'seen'
const NUMBERED = /^\d{4}$/

const requestSchema = z.object({
  number: z.number(),
  format: z.string(),
  messages: z.array(z.object({ role: z.string(), text: z.string(), pictures: z.array(z.string()) })),
})
type OpenRequest = z.infer<typeof requestSchema>

const folderOf = (number: number): string => String(number).padStart(4, '0')

export interface RelayOptions {
  /** Any free one unless given. */
  port?: number
  /** Milliseconds after which a request that nobody answers fails. */
  limitMs?: number
  /** Milliseconds between two signs to a waiting client that the relay is still there. */
  beatMs?: number
}

const BEAT_MS = 60_000

/** Numbers go on from those that the folder has. `baseUrl` of what it gives is what a model's `base_url` has to be. */
export async function startRelay(
  folder: string,
  run: RunControl,
  { port = 0, limitMs = Infinity, beatMs = BEAT_MS }: RelayOptions = {},
): Promise<OpenAIServer> {
  await mkdir(folder, { recursive: true })
  let last = Math.max(0, ...(await requestsIn(folder)))
  return OpenAIServer.start({
    port,
    beatMs,
    reply: async (received) => {
      const at = join(folder, folderOf(++last))
      await file(at, last, received)
      const answered = () => existsSync(join(at, REPLY))
      await run.until(() => received.abandoned || answered() || null, limitMs, 50)
      if (answered()) return readFile(join(at, REPLY), 'utf8')
      await writeFile(join(at, GONE), '')
      return { status: 503, message: 'Nobody answered.' }
    },
  })
}

/** A reader sees it whole or not at all. */
async function file(at: string, number: number, received: ReceivedRequest): Promise<void> {
  const made = `${at}.new`
  await mkdir(made)
  const messages: OpenRequest['messages'] = []
  for (const { role, text, pictures } of received.messages) {
    const names: string[] = []
    for (const url of pictures) {
      const [, kind = 'png', data = ''] = /^data:image\/(\w+);base64,(.*)$/s.exec(url) ?? []
      const name = `picture-${messages.length}-${names.length + 1}.${kind}`
      await writeFile(join(made, name), Buffer.from(data, 'base64'))
      names.push(join(at, name))
    }
    messages.push({ role, text, pictures: names })
  }
  const request: OpenRequest = { number, format: received.format, messages }
  await writeFile(join(made, REQUEST), JSON.stringify(request, null, 1))
  await rename(made, at)
}

const requestsIn = async (folder: string): Promise<number[]> =>
  // Whoever reads may come before the relay.
  (existsSync(folder) ? await readdir(folder) : [])
    .filter((name) => NUMBERED.test(name))
    .map(Number)
    .sort((a, b) => a - b)

/** Answers request `number`. Throws where it is not open. */
export async function answerRequest(folder: string, number: number, reply: string): Promise<void> {
  const at = join(folder, folderOf(number))
  if (!isOpen(at)) throw new Error(`Request ${number} is not open.`)
  await writeFile(join(at, `${REPLY}.new`), reply)
  await rename(join(at, `${REPLY}.new`), join(at, REPLY))
}

const isOpen = (at: string): boolean =>
  existsSync(join(at, REQUEST)) && !existsSync(join(at, REPLY)) && !existsSync(join(at, GONE))

/** The next open request as a reader needs it, or null once `waitMs` have gone by without one. */
export async function nextRequest(folder: string, waitMs: number, run: RunControl): Promise<string | null> {
  const number = await run.until(
    async () => (await requestsIn(folder)).find((each) => isOpen(join(folder, folderOf(each)))),
    waitMs,
    100,
  )
  if (!number) return null
  const text = await readFile(join(folder, folderOf(number), REQUEST), 'utf8')
  return told(folder, requestSchema.parse(JSON.parse(text)))
}

/** A system message is told once for each wording. */
async function told(folder: string, { number, format, messages }: OpenRequest): Promise<string> {
  const lines = [`===== request ${number} (reply as ${format})`]
  await mkdir(join(folder, SEEN), { recursive: true })
  for (const { role, text, pictures } of messages) {
    const hash = createHash('sha1').update(text).digest('hex').slice(0, 10)
    const seen = join(folder, SEEN, hash)
    if (role === 'system' && existsSync(seen)) {
      lines.push(`--- system: as before (${hash})`)
      continue
    }
    if (role === 'system') await writeFile(seen, '')
    lines.push(`--- ${role}`, text, ...pictures.map((path) => `[picture: ${path}]`))
  }
  return lines.join('\n')
}
