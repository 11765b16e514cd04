import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReceivedRequest } from '../../src-main/models/testing/openai-server.ts'
import { Player } from './player.ts'
import { recordingSchema, type Recording } from './recording.ts'

const asked = (text: string): ReceivedRequest => {
  const system = 'You are the AppAgent of Deskhand.'
  const messages = [
    { role: 'system', text: system, pictures: [] },
    { role: 'user', text, pictures: [] },
  ]
  return { system, messages } as unknown as ReceivedRequest
}
const playing = (id: object): Player => {
  const reply = { action: [{ function: 'click_input', arguments: { id, name: 'OK' } }] }
  const recording = { replies: [{ kind: 'app', reply }] } as unknown as Recording
  return new Player(recording, (text) => text)
}
const LIST = '[7] button "OK" (8,8 80×24)\n[8] button "Cancel" (98,8 80×24)\n[9] button "OK" (8,48 80×24)'

test('a control is meant by role and name: the first of several, or the one that is counted', () => {
  expect(playing({ role: 'button', name: 'OK' }).answer(asked(LIST))).toContain('"id":"7"')
  expect(playing({ role: 'button', name: 'OK', nth: 1 }).answer(asked(LIST))).toContain('"id":"9"')
  const player = playing({ role: 'button', name: 'Help' })
  player.answer(asked(LIST))
  expect(player.fault).toContain('no button “Help”')
})

test('each recording has the form of one', async () => {
  const names = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.json'))
  for (const name of names) {
    const text = await readFile(join(import.meta.dirname, name), 'utf8')
    expect(recordingSchema.safeParse(JSON.parse(text)).error, name).toBeUndefined()
  }
})
