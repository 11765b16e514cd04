// Builds a thread server whose tools behave badly on purpose, for the tests of the pool and for the bench.
import { readFileSync } from 'node:fs'
import { threadName, threadId } from 'node:worker_threads'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { z } from 'zod'
import type { ServerOptions, ThreadHost } from '../../servers/server-module.ts'
import { runProcess } from '../../servers/bash/run-process.ts'
import { reply } from '../../servers/tool-reply.ts'
import { serveTools, tool } from '../../servers/tool-table.ts'

const nothing = z.strictObject({})

export function build(options: ServerOptions, host: ThreadHost): Server {
  let calls = 0
  return serveTools('OddTools', 'action', [
    tool('add', 'Adds.', z.strictObject({ a: z.number(), b: z.number().default(0) }), ({ a, b }) =>
      reply(a + b),
    ),
    tool('say', 'Says what it is given.', z.strictObject({ value: z.unknown() }), ({ value }) =>
      reply(value),
    ),
    tool('count', 'Counts the calls of this instance.', nothing, () => reply(++calls)),
    tool('where', 'Names its thread.', nothing, () => reply({ name: threadName, id: threadId })),
    tool('environment', 'Its options.', nothing, () => reply(options.env)),
    tool('spin', 'Never gives way.', z.strictObject({ ms: z.number().default(1e9) }), ({ ms }) => {
      const end = performance.now() + ms
      while (performance.now() < end);
      return reply('done')
    }),
    tool('hang', 'Never answers.', nothing, () => new Promise(() => {})),
    tool('fail', 'Throws.', nothing, () => {
      throw new Error('It failed as planned.')
    }),
    tool('crash', 'Ends its thread.', nothing, () => process.exit(3)),
    tool('throw_later', 'Throws where nobody catches.', nothing, () => {
      setTimeout(() => {
        throw new Error('nobody catches this')
      })
      return new Promise(() => {})
    }),
    tool('child_then_spin', 'Starts a sleeping child, then never gives way.', nothing, async () => {
      const request = {
        command: 'sleep',
        args: ['1000'],
        env: options.env,
        cwd: '/',
        timeoutMs: 1e9,
        signal: new AbortController().signal,
        maxOutput: { stdout: 10, stderr: 10 },
        keep: () => null,
      }
      void runProcess(request, {
        ...host,
        own: (pid) => (host.own(pid), process.stdout.write(`child ${pid}\n`)),
      })
      while (true);
    }),
    tool(
      'read_file',
      'Reads a file with a call that can block for ever.',
      z.strictObject({ path: z.string() }),
      ({ path }) => reply(readFileSync(path, 'utf8')),
    ),
  ])
}
