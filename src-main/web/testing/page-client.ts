// Plays a page without a browser: gets its secret for the token of an address, and proves itself on its socket.
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { SOCKET_PATH } from '../../../src-preload/contract/bridge.ts'
import {
  PAGE_SECRET,
  proofText,
  type Challenge,
  type ProgramProof,
} from '../../../src-preload/contract/socket.ts'

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

/** Reads the secret in the page of an address with a token. */
export async function pageSecretOf(address: string): Promise<string> {
  const page = await (await fetch(address)).text()
  const secret = new RegExp(`<meta name="${PAGE_SECRET}" content="([\\w-]+)">`).exec(page)?.[1]
  if (secret === undefined) throw new Error(`There is no secret in the page: ${page.slice(0, 200)}`)
  return secret
}

/** Makes the `?proof=` of files' addresses. */
export const filesProofOf = (secret: string): string => hmac(secret, 'files')

/** Opens a socket that sends nothing yet, and reads the program's challenge on it. */
export async function knock(address: string): Promise<{ socket: WebSocket; challenge: string }> {
  const { origin, host } = new URL(address)
  const socket = new WebSocket(`ws://${host}${SOCKET_PATH}`, { headers: { Origin: origin } })
  return { socket, challenge: (await said<Challenge>(socket)).challenge }
}

/** Writes the first message of a page that has this secret, at this address. */
export function proofMessage(secret: string, address: string, challenge: string, own: string): string {
  const { host } = new URL(address)
  return JSON.stringify({ proof: hmac(secret, proofText('page', host, challenge, own)), challenge: own })
}

/** Opens the socket of a page that was let in. */
export async function openPageSocket(address: string): Promise<WebSocket> {
  const secret = await pageSecretOf(address)
  const { socket, challenge } = await knock(address)
  const own = randomBytes(16).toString('hex')
  socket.send(proofMessage(secret, address, challenge, own))
  const { proof } = await said<ProgramProof>(socket)
  if (proof !== hmac(secret, proofText('program', new URL(address).host, challenge, own)))
    throw new Error('The program has not proved itself.')
  return socket
}

const said = async <T>(socket: WebSocket): Promise<T> => {
  const [data] = (await once(socket, 'message')) as [Buffer]
  return JSON.parse(data.toString()) as T
}
