// Deskhand as the hands of other programs: an MCP client that others have made drives real applications.
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isAlive, type ProcessRef } from '../src-main/platform/linux/processes.ts'
import { place, type Place } from './support/deskhand.ts'
import { configuration, idIn, mcpClient, wordsOf, type McpClient } from './support/mcp.ts'

const ALLOW = () => ({ action: 'accept' as const, content: { decision: 'Allow once' } })

const act = (client: McpClient, ...acts: [string, Record<string, unknown>][]) =>
  client.call('act', { acts: acts.map(([tool, parameters]) => ({ tool, arguments: parameters })) })

/** Opens Gnumeric, writes a sheet and saves it. */
async function writeSheet(client: McpClient, path: string) {
  // Its window is chosen with it: the answer lists its controls.
  const opened = await act(client, ['launch_application', { name: 'gnumeric' }])
  expect(wordsOf(opened)).toContain('menu "File"')
  const typed = await act(
    client,
    ['keyboard_input', { keys: 'Ctrl+Home' }],
    ['type_text', { text: 'Fruit\tPieces\nApples\t12\nPears\t30\n' }],
  )
  if (typed.isError) return typed
  const dialog = await act(client, ['keyboard_input', { keys: 'Ctrl+Shift+s' }])
  const save = idIn(dialog, 'button "Save"')
  const named = await act(client, [
    'set_edit_text',
    { id: idIn(dialog, 'edit "Name:"'), text: path, clear_current_text: true },
  ])
  if (named.isError) return named
  return act(client, ['click_input', { id: save, name: 'Save' }])
}

/** Saving into a folder of programs asks, whatever is saved. */
async function inProgramFolder(where: Place): Promise<string> {
  await mkdir(join(where.home, 'bin'))
  return join(where.home, 'bin', 'fruit.gnumeric')
}

/** What the spreadsheet program itself has written. */
async function cellsOf(path: string): Promise<string[]> {
  const bytes = await readFile(path)
  const xml = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8')
  return [...xml.matchAll(/<gnm:Cell [^>]*>([^<]*)</g)].map(([, text = '']) => text)
}

const desktops = (where: Place) => readdir(join(where.data, 'desktops')).catch(() => [])
/** The X server, the bus and the window manager of the client’s desktop, once all of them are there. */
const processesOf = async (where: Place): Promise<ProcessRef[]> => {
  const [record] = (await desktops(where)).filter((name) => name.endsWith('.json'))
  const text = record ? await readFile(join(where.data, 'desktops', record), 'utf8').catch(() => '{}') : '{}'
  return (JSON.parse(text) as { processes?: ProcessRef[] }).processes ?? []
}
const alive = (all: readonly ProcessRef[]) => all.filter(isAlive)

test('a client carries a sheet from nothing to a saved file; its person is asked by its own form', async () => {
  await using where = await place()
  const path = await inProgramFolder(where)
  await using client = await mcpClient(configuration(where), ALLOW)
  const saved = await writeSheet(client, path)
  expect(wordsOf(saved)).toContain('✓ click_input: confirmed')
  expect(await cellsOf(path)).toEqual(['Fruit', 'Pieces', 'Apples', '12', 'Pears', '30'])
  expect(client.asked.join('\n')).toContain('fruit.gnumeric')

  const picture = await client.call('observe', { picture: 'window', controls: false })
  const shown = picture.content.find(({ type }) => type === 'image')
  expect(shown).toMatchObject({ mimeType: 'image/png' })
  const bytes = Buffer.from(shown?.type === 'image' ? shown.data : '', 'base64')
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')

  const { resources } = await client.client.listResources()
  const [report] = resources
  const { contents } = await client.client.readResource({ uri: report?.uri ?? '' })
  expect(JSON.stringify(contents)).toContain('fruit.gnumeric')

  await client.client.close()
  await expect.poll(() => desktops(where)).toEqual([])
})

test('a client that can ask nobody is refused what is not known to be harmless, and can go on with what is', async () => {
  await using where = await place()
  const path = await inProgramFolder(where)
  await using client = await mcpClient(configuration(where), null)
  const refused = await writeSheet(client, path)
  expect(refused.isError).toBe(true)
  expect(wordsOf(refused)).toMatch(/failure\. .*nobody is there to allow it/)
  await expect(stat(path)).rejects.toThrow()
  expect(wordsOf(await client.call('observe'))).toContain('Gnumeric')
})

describe('what a request of a client names is named by nobody', () => {
  const request = (path: string) => `open Mousepad, type "new", save as "${path}"`

  test('a file that is there is replaced only with the word of its person', async () => {
    await using where = await place()
    const path = join(where.home, 'note.txt')
    await writeFile(path, 'old')
    await using client = await mcpClient(configuration(where), () => ({ action: 'decline' }))
    const refused = await client.call('run_request', { request: request(path) })
    expect(refused.isError).toBe(true)
    expect(client.asked.join('\n')).toContain('note.txt')
    expect(await readFile(path, 'utf8')).toBe('old')
  })

  test('where nobody can be asked the request ends, and says at what', async () => {
    await using where = await place()
    const path = join(where.home, 'note.txt')
    await writeFile(path, 'old')
    await using client = await mcpClient(configuration(where), null)
    const refused = await client.call('run_request', { request: request(path) })
    expect(refused.isError).toBe(true)
    expect(wordsOf(refused)).toContain('nobody is there to allow it')
    expect(await readFile(path, 'utf8')).toBe('old')
  })
})

test('a request that is cancelled ends at once, and the next one is carried out', async () => {
  await using where = await place()
  await using client = await mcpClient(configuration(where), ALLOW)
  const cancelled = new AbortController()
  const waiting = client.call(
    'run_request',
    { request: 'open galculator, wait 60 seconds, click 7' },
    { signal: cancelled.signal },
  )
  await expect
    .poll(async () => (await readdir(join(where.data, 'logs')).catch(() => [])).length)
    .toBeGreaterThan(0)
  cancelled.abort()
  await expect(waiting).rejects.toThrow()
  const next = await client.call('run_request', { request: 'open galculator, click 7, read display' })
  expect(wordsOf(next)).toContain('Status: completed, done')
  expect(next.structuredContent).toMatchObject({ result: '7' })
})

test.each([
  ['a client that goes away in the middle of an act', (client: McpClient) => client.client.close()],
  ['Deskhand, killed with its client', ({ pid }: McpClient) => Promise.resolve(process.kill(pid, 'SIGKILL'))],
])('%s leaves no desktop', async (_what, end) => {
  await using where = await place()
  const client = await mcpClient(configuration(where), ALLOW)
  const waiting = client
    .call('act', { acts: [{ tool: 'wait', arguments: { seconds: 60 } }] })
    .catch(() => 'gone')
  await expect.poll(() => processesOf(where)).toHaveLength(3)
  const processes = await processesOf(where)
  expect(alive(processes)).toEqual(processes)
  await end(client)
  expect(await waiting).toBe('gone')
  await expect.poll(() => alive(processes)).toEqual([])
})
