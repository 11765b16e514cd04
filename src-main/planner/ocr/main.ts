// The OCR program: reads pictures with Tesseract in WebAssembly and the language data that is installed with Deskhand. It is a
// program of its own so that it can be ended at any time, and so that one that runs out of memory takes nothing with it.
import { parentLink } from '../../core/parent-link.ts'
import { messageOf } from '../../core/errors.ts'
import { LocalReader } from './local.ts'
import { ocrRequestSchema, type OcrAnswer } from './protocol.ts'

const link = parentLink()
const reader = new LocalReader()

async function answer(params: unknown): Promise<OcrAnswer> {
  try {
    return { state: 'done', tsv: await reader.read(ocrRequestSchema.parse(params)) }
  } catch (error) {
    return { state: 'failed', why: messageOf(error) }
  }
}

link.onEnd(() => process.exit(0))
// oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport has no other way to tell
link.transport.onmessage = (message) => {
  if (!('id' in message) || !('params' in message)) return
  const { id, params } = message
  void answer(params).then((result) => link.transport.send({ jsonrpc: '2.0', id, result: { ...result } }))
}
await link.transport.start()
