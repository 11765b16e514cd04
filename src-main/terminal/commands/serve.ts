// Carries out `deskhand serve`: an AIP server for devices, which `deskhand connect` makes of other machines.
import { Brake } from '../brake.ts'
import { userFault } from '../fault.ts'
import type { Shell } from '../shell.ts'
import { clientOptions } from '../with-bridge.ts'

export interface ServeOptions {
  port: number
  host: string
  allowHost?: string[]
  apiKey?: string
  tlsCert?: string
  tlsKey?: string
  page?: boolean | number
}

/** Serves until Ctrl+C, or until a page ends it. Throws BridgeError when it can't begin. */
export async function serveCommand(shell: Shell, options: ServeOptions): Promise<void> {
  const { port, host, allowHost = [], apiKey = null, tlsCert, tlsKey, page } = options
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw userFault('Give a certificate and its key: --tls-cert FILE --tls-key FILE')
  }
  const ended = Promise.withResolvers<void>()
  using brake = new Brake(shell, { live: () => {} })
  brake.attach(() => ended.resolve())
  const onQuit = () => ended.resolve()
  await using bridge = await shell.openBridge({ ...clientOptions(shell), lasting: true, onQuit })
  const tls = tlsCert === undefined || tlsKey === undefined ? null : { cert: tlsCert, key: tlsKey }
  const server = await bridge.call('serve_devices', { port, host, hosts: allowHost, key: apiKey, tls })
  const wanted = page === undefined ? null : { port: typeof page === 'number' ? page : 0 }
  const shown = wanted && (await bridge.call('open_page', wanted))
  if (brake.pulled) return
  shell.stdout.write(`Deskhand serves devices at ${server.address}\n`)
  if (server.new_key !== null) shell.stdout.write(`Key: ${server.new_key}\n`)
  if (shown) shell.stdout.write(`Its page is open at ${shown.address}\n`)
  shell.stderr.write(hint(server.address, server.new_key !== null, host, tls !== null))
  await ended.promise
  await bridge.call('stop_serving', {})
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/

function hint(address: string, newKey: boolean, host: string, tls: boolean): string {
  const key = newKey
    ? ' This key is good until the server ends; `deskhand config key DESKHAND_AIP_KEY` keeps one.'
    : ''
  const clear =
    LOOPBACK.test(host) || tls
      ? ''
      : 'Other machines reach it, and nothing is encrypted: the key and what is on the screens can be read on the way. Use --tls-cert and --tls-key.\n'
  return `${clear}A device: DESKHAND_AIP_KEY=… deskhand connect ${address} --id NAME.${key} Ctrl+C ends it.\n`
}
