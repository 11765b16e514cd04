// The OCR program: reads pictures with Tesseract in WebAssembly and the language data that is installed with Deskhand. It is a
// program of its own so that it can be ended at any time, and so that one that runs out of memory takes nothing with it.
import { serveProgram } from '../../core/program-server.ts'
import { LocalReader } from './local.ts'
import { OCR_CALLS } from './protocol.ts'

const reader = new LocalReader()
await serveProgram(OCR_CALLS, { read: (request) => reader.read(request) })
