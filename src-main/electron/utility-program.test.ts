import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { expect, test, vi } from 'vitest'
import { END_MESSAGE, portLink, type ParentPort } from '../core/parent-link.ts'
import { utilityProgramStarter } from './utility-program.ts'

/** Both ends of a utility process in one process: messages are cloned, as Electron does. */
class PlayedProcess extends EventEmitter {
  readonly stdout = new PassThrough()
  readonly stderr = new PassThrough()
  readonly port = new EventEmitter() as EventEmitter & ParentPort
  readonly posted: unknown[] = []
  terminated = 0
  pid: number | undefined = undefined

  constructor() {
    super()
    this.port.postMessage = (message) => {
      queueMicrotask(() => this.emit('message', structuredClone(message)))
    }
  }

  spawn(pid: number): void {
    this.pid = pid
    this.emit('spawn')
  }

  exit(code: number): void {
    this.emit('exit', code)
    this.pid = undefined
  }

  postMessage(message: unknown): void {
    this.posted.push(message)
    queueMicrotask(() => this.port.emit('message', { data: structuredClone(message) }))
  }

  kill(): boolean {
    this.terminated += 1
    return true
  }
}

// It plays the part of Electron's class that the starter uses.
const asProcess = (played: PlayedProcess): never => played as never

function start() {
  const played = new PlayedProcess()
  const forked: unknown[][] = []
  const lines: string[] = []
  const starter = utilityProgramStarter((...given: unknown[]) => {
    forked.push(given)
    return asProcess(played)
  })
  const child = starter({
    program: '/app/desktop.mjs',
    args: ['--memory', '{}'],
    env: { DISPLAY: ':7' },
    name: 'Deskhand desktop process',
    onLine: (line) => lines.push(line),
  })
  return { played, forked, lines, child }
}

test('forks the program with its arguments, its environment alone and no standard input', () => {
  const { forked } = start()
  expect(forked).toEqual([
    [
      '/app/desktop.mjs',
      ['--memory', '{}'],
      {
        env: { DISPLAY: ':7' },
        serviceName: 'Deskhand desktop process',
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    ],
  ])
})

test('a client here and a server behind the parent port speak MCP', async () => {
  const { played, child } = start()
  const server = new McpServer({ name: 'desktop', version: '1' })
  server.registerTool('look', { description: 'Looks.' }, () => ({
    content: [{ type: 'text', text: 'seen' }],
  }))
  await server.connect(portLink(played.port, () => {}).transport)
  const client = new Client({ name: 'deskhand', version: '1' })
  await client.connect(child.transport)
  expect(await client.callTool({ name: 'look' })).toEqual({ content: [{ type: 'text', text: 'seen' }] })
})

test('what is asked before the program is ready to serve is answered when it is', async () => {
  const { played, child } = start()
  const link = portLink(played.port, () => {})
  const client = new Client({ name: 'deskhand', version: '1' })
  const connected = client.connect(child.transport)
  await new Promise((resolve) => setTimeout(resolve, 20))
  await new McpServer({ name: 'desktop', version: '1' }).connect(link.transport)
  await connected
  expect(client.getServerVersion()?.name).toBe('desktop')
})

test('asked to end, the program cleans up and its end is in order', async () => {
  const { played, child } = start()
  const link = portLink(played.port, () => {})
  link.onEnd(() => played.exit(0))
  played.spawn(4321)
  expect(child.pid).toBe(4321)
  child.close()
  expect(await child.gone).toEqual({ inOrder: true, how: 'exit code 0' })
  expect(child.pid).toBeNull()
})

test('a program that is killed ends by SIGKILL and never in order, also before it has spawned', async () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  const { played, child } = start()
  child.kill()
  expect(kill).not.toHaveBeenCalled()
  played.spawn(4321)
  expect(kill).toHaveBeenCalledExactlyOnceWith(4321, 'SIGKILL')
  played.exit(0)
  expect((await child.gone).inOrder).toBe(false)
  child.kill()
  expect(kill).toHaveBeenCalledOnce()
  kill.mockRestore()
})

test('a last message is heard, and the program ends with its code as soon as the parent answers', async () => {
  const { played, child } = start()
  const codes: number[] = []
  const link = portLink(played.port, (code) => codes.push(code))
  const heard: unknown[] = []
  Object.assign(child.transport, {
    onmessage: (message: unknown) => {
      heard.push(message)
      child.close()
    },
  })
  await child.transport.start()
  link.leave({ jsonrpc: '2.0', method: 'deskhand/failed', params: { message: 'no X server' } }, 7)
  await vi.waitFor(() => expect(codes).toEqual([7]))
  expect(heard).toHaveLength(1)
  expect(played.posted).toEqual([END_MESSAGE])
})

test('what it writes is told line by line', async () => {
  const { played, lines } = start()
  played.stderr.write('one\ntw')
  played.stderr.write('o\n\n')
  await vi.waitFor(() => expect(lines).toEqual(['one', 'two']))
})
