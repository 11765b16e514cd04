// Admits a page to its socket: reads nothing from a client before it has proved that it is a page which was let in.
import type { RawData, WebSocket } from 'ws'
import {
  CLOSED,
  pageProofSchema,
  proofText,
  type Challenge,
  type PageProof,
  type ProgramProof,
} from '../../src-preload/contract/socket.ts'
import { isSameSecret } from '../core/same-secret.ts'
import { newSecret, type Access } from './access.ts'

/** Milliseconds that a page has for its proof. */
const MAX_PROOF_WAIT_MS = 5_000
/** The most characters of a first message, which is only a proof. */
const MAX_PROOF_LENGTH = 1_000

/**
 * Calls `join` once the page has proved itself, before the page is told, because its calls come after that. Closes any other client. The
 * program proves itself, too, because another one may have taken the port since.
 */
export function admitPage(
  socket: WebSocket,
  { access, host }: { access: Access; host: string },
  join: () => void,
): void {
  const challenge = newSecret()
  const refuse = () => socket.close(CLOSED.notLetIn, 'Open the address that the terminal printed.')
  const tooLate = setTimeout(refuse, MAX_PROOF_WAIT_MS).unref()
  // An error also closes the socket, and `close` handles it.
  socket.on('error', () => {})
  socket.once('close', () => clearTimeout(tooLate))
  socket.once('message', (data, isBinary) => {
    clearTimeout(tooLate)
    const given = isBinary ? null : readProof(data)
    const text = (by: 'page' | 'program') => proofText(by, host, challenge, given?.challenge ?? '')
    if (!given || !isSameSecret(given.proof, access.sign(text('page')))) return refuse()
    join()
    socket.send(JSON.stringify({ proof: access.sign(text('program')) } satisfies ProgramProof))
  })
  socket.send(JSON.stringify({ challenge } satisfies Challenge))
}

function readProof(data: RawData): PageProof | null {
  // `ws` gives one Buffer by default.
  const bytes = data as Buffer
  if (bytes.length > MAX_PROOF_LENGTH) return null
  try {
    return pageProofSchema.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    return null
  }
}
