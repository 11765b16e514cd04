// Starts a program of Deskhand as a utility process of Electron: MCP as messages on its parent port. The fuse `runAsNode` is off,
// so there is no other way to run Node beside the app (https://electronjs.org/docs/api/utility-process).
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import type { utilityProcess, UtilityProcess } from 'electron'
import { readLines, type ProgramEnd, type StartProgram } from '../core/child-program.ts'
import { END_MESSAGE } from '../core/parent-link.ts'

type Fork = typeof utilityProcess.fork

export const utilityProgramStarter =
  (fork: Fork): StartProgram =>
  ({ program, args, env, name, onLine }) => {
    const child = fork(program, [...args], { env, serviceName: name, stdio: ['ignore', 'pipe', 'pipe'] })
    const asked = { toEnd: false, killed: false }
    let pid: number | null = null
    let isGone = false
    const gone = new Promise<ProgramEnd>((resolve) => {
      child.once('exit', (code) => {
        isGone = true
        // Electron reports no signal, and a killed process never ends in order, whatever its exit code.
        resolve({ inOrder: code === 0 && asked.toEnd && !asked.killed, how: `exit code ${String(code)}` })
      })
    })
    const kill = () => {
      asked.killed = true
      if (isGone) return
      // Electron's own kill() sends SIGTERM, which a process that hangs in native code never handles.
      if (pid === null) child.kill()
      else killHard(pid)
    }
    child.once('spawn', () => {
      pid = child.pid ?? null
      if (asked.killed) kill()
    })
    readLines(child.stderr, onLine)
    readLines(child.stdout, onLine)
    const close = () => {
      asked.toEnd = true
      if (!isGone) child.postMessage(END_MESSAGE)
    }
    return {
      get pid() {
        return isGone ? null : pid
      },
      transport: portTransport(child, gone, close),
      gone,
      close,
      kill,
    }
  }

function portTransport(child: UtilityProcess, gone: Promise<ProgramEnd>, close: () => void): Transport {
  const transport: Transport = {
    start: () => {
      child.on('message', (message: JSONRPCMessage) => transport.onmessage?.(message))
      return Promise.resolve()
    },
    send: (message) => {
      child.postMessage(message)
      return Promise.resolve()
    },
    close: () => {
      close()
      return Promise.resolve()
    },
  }
  gone.then(
    () => transport.onclose?.(),
    () => {},
  )
  return transport
}

function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended meanwhile.
  }
}
