// A Redis of a test's own: Debian's redis-server on a loopback port, with its own folder; and a line to it that can be cut.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './waiting.ts'

interface RedisOptions {
  password?: string
  /** Paths of PEM files. */
  certificate?: { cert: string; key: string }
}

/** Encrypted where it has a certificate: then it answers at no other port. */
export async function startRedis({ password, certificate }: RedisOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-redis-'))
  const port = await freePort()
  const secret = password === undefined ? [] : ['--requirepass', password]
  const encrypted = (files: { cert: string; key: string }) => [
    '--port',
    '0',
    '--tls-port',
    String(port),
    '--tls-auth-clients',
    'no',
    '--tls-cert-file',
    files.cert,
    '--tls-key-file',
    files.key,
  ]
  const listening = certificate ? encrypted(certificate) : ['--port', String(port)]
  const args = [...listening, '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...secret]
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready to accept connections')) resolve()
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error('redis-server has ended.')))
  })
  return {
    port,
    url: `${certificate ? 'rediss' : 'redis'}://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Another address of a Redis, which can be cut off: what is open ends, and nothing new is taken. */
export async function lineTo(port: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  let refused = 0
  const server = createServer((from) => {
    if (isCut) {
      refused++
      from.destroy()
      return
    }
    const to = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    /** How often somebody has tried while it was cut. */
    get refused() {
      return refused
    },
    mend: () => {
      isCut = false
    },
    [Symbol.dispose]: () => {
      cut()
      server.close()
    },
  }
}
