// Sends exactly the bytes of a test: browsers and `fetch` correct what a test must get wrong.
import { once } from 'node:events'
import { connect } from 'node:net'

export interface RawAnswer {
  status: number
  /** Lower-case names. */
  headers: Record<string, string>
  body: string
}

/** Sends the lines as a request without a body and reads until the server closes. */
export async function raw(port: number, lines: readonly string[], after = ''): Promise<RawAnswer> {
  const socket = connect({ host: '127.0.0.1', port })
  socket.setTimeout(5_000, () => socket.destroy(new Error('The server did not answer.')))
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${after}`)
  await once(socket, 'close')
  const text = Buffer.concat(chunks).toString('utf8')
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...fields] = head.split('\r\n')
  const headers = fields.map((field) => {
    const colon = field.indexOf(':')
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const
  })
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
  }
}
