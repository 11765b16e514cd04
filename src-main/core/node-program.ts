// Starts a program of Deskhand as a child process of plain Node: MCP over its standard input and output.
import { spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { readLines, type ProgramEnd, type StartProgram } from './child-program.ts'
import { messageOf, ToolError } from './errors.ts'
import { groupOptions } from './process-group.ts'

/** Bytes of one message at most: a picture of an 8K screen fits. */
const MAX_MESSAGE_BYTES = 200 * 1024 * 1024

export const startNodeProgram: StartProgram = ({ program, args, env, onLine }) => {
  // The program gets a session of its own, so that Ctrl+C in a terminal does not end it before its keeper has cleaned up.
  const child = spawn(process.execPath, [program, ...args], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...groupOptions(),
  })
  const gone = new Promise<ProgramEnd>((resolve) => {
    child.once('error', (error) => resolve({ inOrder: false, how: error.message }))
    child.once('close', (code, signal) =>
      resolve({ inOrder: code === 0, how: signal ?? `exit code ${String(code)}` }),
    )
  })
  readLines(child.stderr, onLine)
  const close = () => {
    child.stdin.end()
  }
  return {
    get pid() {
      return child.pid ?? null
    },
    transport: pipeTransport(child.stdout, child.stdin, gone, close),
    gone,
    close,
    kill: () => {
      child.kill('SIGKILL')
    },
  }
}

/** MCP over a child's pipes. (The SDK's own transport hides the child and copies its buffer at each chunk.) */
function pipeTransport(
  input: Readable,
  output: Writable,
  gone: Promise<ProgramEnd>,
  close: () => void,
): Transport {
  let parts: Buffer[] = []
  let length = 0
  // Writing to a process that has just ended is no separate error, because `gone` reports the end.
  output.on('error', () => {})
  const transport: Transport = {
    start() {
      input.on('data', (chunk: Buffer) => {
        let rest = chunk
        for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
          parts.push(rest.subarray(0, at))
          receive(Buffer.concat(parts).toString('utf8'))
          parts = []
          length = 0
          rest = rest.subarray(at + 1)
        }
        parts.push(rest)
        length += rest.length
        if (length <= MAX_MESSAGE_BYTES) return
        parts = []
        length = 0
        transport.onerror?.(new ToolError('The program sent a message that is too long.'))
        close()
      })
      return Promise.resolve()
    },
    send(message: JSONRPCMessage) {
      // The pipe of a program that has ended is never emptied, but each write to it is called back.
      return new Promise((resolve) => output.write(serializeMessage(message), () => resolve()))
    },
    close() {
      close()
      return Promise.resolve()
    },
  }
  const receive = (line: string): void => {
    if (line.trim() === '') return
    try {
      transport.onmessage?.(JSONRPCMessageSchema.parse(JSON.parse(line)))
    } catch (error) {
      transport.onerror?.(new ToolError(`Not a message of the program: ${messageOf(error)}`))
    }
  }
  gone.then(
    () => transport.onclose?.(),
    () => {},
  )
  return transport
}
