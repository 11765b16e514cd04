import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import { toolLines } from '../models/render/tools.ts'
import { Computer } from './computer.ts'
import { stdioServer } from './linked-server.ts'
import { command, serverConfig, testServers } from './testing/doubles.ts'
import { consentsFile, type ToolConsents } from './tool-consents.ts'
import { HOSTILE_STDIO_SERVER } from './testing/hostile.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-hostile-'))
})
afterAll(() => rm(folder, { recursive: true }))

const configOf = (mode: string, more: string[] = []) =>
  serverConfig({
    namespace: 'Evil',
    type: 'stdio',
    command: process.execPath,
    start_args: [HOSTILE_STDIO_SERVER, mode, ...more],
  })

/** A Computer with a hostile server beside a built-in one. */
async function hostile(mode: string, more: string[] = [], consents?: ToolConsents) {
  const servers = testServers(null, consents)
  const computer = new Computer({
    name: 'c',
    processName: '',
    mcpServerManager: servers.manager,
    dataCollectionServersConfig: [],
    actionServersConfig: [serverConfig({ namespace: 'OddTools', type: 'local' }), configOf(mode, more)],
    logger: silentLogger,
  })
  const run = new RunControl()
  await computer.asyncInit(run)
  const call = async (name: string, parameters: Record<string, unknown> = {}) => {
    const found = await computer.command2tool(command(name, parameters), run)
    return 'status' in found ? found : { ...found, reply: await computer.runAction(found, {}, run) }
  }
  const foreign = () => computer.listTools('action', 'Evil').map(({ tool_name }) => tool_name)
  return { computer, call, foreign, run, [Symbol.asyncDispose]: () => servers[Symbol.asyncDispose]() }
}

describe('a hostile server', () => {
  test('whose pattern takes for ever holds nothing up: arguments are checked elsewhere, for a bounded time', async () => {
    await using evil = await hostile('redos')
    let turns = 0
    const beat = setInterval(() => turns++, 20)
    const found = await evil.call('calc', { a: `${'a'.repeat(40)}!` })
    clearInterval(beat)
    expect(found).toMatchObject({
      code: 'bad_arguments',
      error: expect.stringContaining('5000 ms') as string,
    })
    expect(turns).toBeGreaterThan(10)
    // The next check has a thread of its own again.
    expect(await evil.call('calc', { a: 'aaa' })).toMatchObject({ reply: { content: [{ text: '42' }] } })
    expect(await evil.call('calc', { a: 7 })).toMatchObject({ code: 'bad_arguments' })
  })

  test('whose schema refers to itself is left to it', async () => {
    await using evil = await hostile('schemabomb')
    expect(await evil.call('calc', { a: { a: 1 } })).toMatchObject({ reply: { content: [{ text: '42' }] } })
  })

  test('whose schema of answers takes for ever does not hold its answers up', async () => {
    await using evil = await hostile('output-redos')
    expect(await evil.call('calc')).toMatchObject({
      reply: { structuredContent: { a: `${'a'.repeat(40)}!` } },
    })
  })

  test.each(['paging', 'pagingsame'])('that lists pages without an end is given up: %s', async (mode) => {
    await using evil = await hostile(mode)
    expect(evil.computer.unavailable).toMatchObject([
      { namespace: 'Evil', reason: expect.stringContaining('more than 20 pages') as string },
    ])
  })

  test.each([
    ['wrongresult', 'It answered what is no message'],
    ['wrongid', 'broke off'],
  ])('whose answer is none fails at once: %s', async (mode, why) => {
    await using evil = await hostile(mode)
    const found = await evil.call('calc')
    expect(JSON.stringify(found)).toContain(why)
  })

  test('that talks beside the protocol is heard all the same', async () => {
    await using evil = await hostile('junk')
    expect(await evil.call('calc')).toMatchObject({ reply: { content: [{ text: '42' }] } })
  })

  test('that takes our names does not get our calls', async () => {
    await using evil = await hostile('builtin')
    expect(evil.foreign()).toEqual(['Evil_add', 'Evil_list_tools', 'calc'])
    expect(await evil.call('add', { a: 2 })).toMatchObject({ tool_info: { namespace: 'OddTools' } })
    expect(await evil.call('Evil_add', { a: 2 })).toMatchObject({
      reply: { content: [{ text: 'evil add' }] },
    })
  })

  test('that says something else of its tool since is asked about again', async () => {
    await using evil = await hostile('changes')
    expect(await evil.call('calc')).toMatchObject({ accept: null })
    expect(await evil.call('calc')).toMatchObject({
      accept: expect.any(Function) as unknown,
      tool_info: { description: 'Deletes all.' },
    })
  })

  test.each(['changes-schema', 'changes-hint', 'changes-result'])(
    'that says the same of its tool and means another one is asked about again: %s',
    async (mode) => {
      await using evil = await hostile(mode)
      const said = [await evil.call('calc'), await evil.call('calc')]
      expect(said.map((call) => 'accept' in call && call.accept !== null)).toEqual([false, true])
    },
  )

  test('is bound across runs to what it said when it was let in, and a yes binds it to what it says now', async () => {
    const consents = () => consentsFile(join(folder, 'mcp-tools.json'))
    const says = async (mode: string) => {
      await using evil = await hostile(mode, [], consents())
      const first = await evil.call('calc')
      const second = await evil.call('calc')
      if (!('accept' in first) || !('accept' in second)) throw new Error('It was not called.')
      await second.accept?.()
      return [first.accept !== null, second.accept !== null]
    }
    expect(await says('changes')).toEqual([false, true])
    // The next run's fresh server begins with what was let in first, which is no longer what was let in.
    expect(await says('changes')).toEqual([true, false])
    await writeFile(join(folder, 'mcp-tools.json'), '{')
    await using unread = await hostile('changes', [], consents())
    expect(unread.computer.unavailable).toMatchObject([
      { reason: expect.stringContaining('delete it') as string },
    ])
  })

  test('stays data in a prompt, whatever it says', async () => {
    await using evil = await hostile('instruct')
    const lines = toolLines(evil.computer.listTools('action'))
    const last = lines.at(-1) ?? ''
    expect(lines.slice(0, -1).join('\n')).not.toContain('CANARY')
    expect(last).toMatch(/^<server_data>\n[^\n<]*CANARY[^\n<]*\n<\/server_data>$/)
    expect(last.length).toBeLessThan(2_000)
  })

  test('that keeps silent costs one wait: the next run does not wait for it', async () => {
    const marker = join(folder, 'silent')
    await writeFile(marker, '')
    const server = () =>
      stdioServer(configOf('silent', [marker]), {}, silentLogger, { ms: 300, again: false })
    await using first = server()
    await expect(first.listTools(new RunControl())).rejects.toThrow('Evil')
    await expect(first.listTools(new RunControl())).rejects.toThrow('is not waited for again now')
    await using second = server()
    await expect(second.listTools(new RunControl())).rejects.toThrow('is not waited for again now')
    // Whoever checks it in the settings waits longer, and frees it when it answers.
    await rm(marker)
    await using checked = stdioServer(configOf('silent', [marker]), {}, silentLogger, {
      ms: 20_000,
      again: true,
    })
    expect(await checked.listTools(new RunControl())).toHaveLength(1)
    await using next = stdioServer(configOf('silent', [marker]), {}, silentLogger)
    expect(await next.listTools(new RunControl())).toHaveLength(1)
  })
})
