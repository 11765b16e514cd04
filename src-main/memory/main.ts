// The memory program: holds memory.db open for the program that has started it, and answers one request after the other.
import { parentLink } from '../core/parent-link.ts'
import { memoryRequestSchema } from './protocol.ts'
import { StoreServer } from './serve.ts'

const [path = ''] = process.argv.slice(2)
const link = parentLink()
const server = new StoreServer(path)
link.onEnd(() => {
  server[Symbol.dispose]()
  process.exit(0)
})
// oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no other way to tell
link.transport.onmessage = (message) => {
  if (!('id' in message) || !('params' in message)) return
  const { call, input } = memoryRequestSchema.parse(message.params)
  const result = server.answer(call, input)
  void link.transport.send({ jsonrpc: '2.0', id: message.id, result })
}
await link.transport.start()
