// Carries out `deskhand serve`: an AIP server for devices, which `deskhand connect` makes of other machines.
import { Brake } from '../brake.ts'
import { userFault } from '../fault.ts'
import type { Shell } from '../shell.ts'
import { clientOptions } from '../with-bridge.ts'
import { tell } from '../output/table.ts'

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
  await tell(shell, `Deskhand serves devices at ${server.address}`)
  if (server.new_key !== null) await tell(shell, `Key: ${server.new_key}`)
  if (shown) await tell(shell, `Its page is open at ${shown.address}`)
  const isClear = !LOOPBACK.test(host) && tls === null
  await tell(shell, hintsOf(server.address, server.new_key !== null, isClear).join('\n'), shell.stderr)
  await ended.promise
  await bridge.call('stop_serving', {})
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/

const hintsOf = (address: string, newKey: boolean, isClear: boolean): string[] => [
  ...(isClear
    ? [
        'Other machines reach it, and nothing is encrypted: the key and what is on the screens can be read on the way. Use --tls-cert and --tls-key.',
      ]
    : []),
  `A device: DESKHAND_AIP_KEY=… deskhand connect ${address} --id NAME.`,
  ...(newKey
    ? ['This key is good until the server ends; `deskhand config key DESKHAND_AIP_KEY` keeps one.']
    : []),
  'Ctrl+C ends it.',
]
