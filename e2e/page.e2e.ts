// The page of a browser: `npm start` where there is neither Electron nor a screen, and `deskhand web`.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { once } from 'node:events'
import type { SessionEvent } from '../src-preload/contract/events.ts'
import type { ProgramMessage } from '../src-preload/contract/socket.ts'
import { place, type Place } from './support/deskhand.ts'
import { startPage } from './support/page.ts'

/** The events of a run as its journal has them. */
const journalOf = async (where: Place, run: string): Promise<SessionEvent[]> =>
  (await readFile(join(where.data, 'logs', run, 'events.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SessionEvent)

test('Ctrl+C in the middle of a run stops it, tells the page, and leaves no desktop behind', async () => {
  await using where = await place()
  await using program = await startPage(where, { args: ['--display', 'virtual'] })
  const entered = await fetch(program.address, { redirect: 'manual' })
  const { origin, host } = new URL(program.address)
  const Cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? ''
  const socket = new WebSocket(`ws://${host}/bridge`, { headers: { Origin: origin, Cookie } })
  await once(socket, 'open')
  const told: ProgramMessage[] = []
  let look = () => {}
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return
    told.push(JSON.parse(data.toString()) as ProgramMessage)
    look()
  })
  const until = <T>(find: () => T | undefined) =>
    new Promise<T>((resolve) => {
      look = () => {
        const found = find()
        if (found !== undefined) resolve(found)
      }
      look()
    })
  const call = async (id: number, name: string, input: unknown): Promise<unknown> => {
    socket.send(JSON.stringify({ id, name, input }))
    const answer = await until(() => told.find((message) => 'id' in message && message.id === id))
    if (!('id' in answer) || !answer.envelope.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`)
    return answer.envelope.value
  }
  const request = 'open Mousepad, type "Hello", wait 60 seconds'
  const { run } = (await call(1, 'start_run', { request, display: 'virtual' })) as { run: string }
  await call(2, 'watch_run', { run })
  const events = () =>
    told.flatMap((message) =>
      'push' in message && message.push.push === 'event' ? [message.push.event] : [],
    )
  await until(() => events().find((event) => event.type === 'act_started' && event.tool_name === 'wait'))
  const closed = once(socket, 'close')
  expect(await program.interrupt()).toBe(0)

  expect((await journalOf(where, run)).at(-1)).toMatchObject({ type: 'session_finished', status: 'stopped' })
  expect(events().at(-1)).toMatchObject({ type: 'session_finished', status: 'stopped' })
  expect((await closed)[0]).toBe(1001)
  expect(await readdir(join(where.data, 'desktops')).catch(() => [])).toEqual([])
  await expect(fetch(program.address)).rejects.toThrow()
})
