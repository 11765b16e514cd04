// Runs the OCR program: reads pictures with Tesseract in WebAssembly and the language data that is installed with Deskhand. It is
// a program of its own so that it can be ended at any time, and so that nothing else ends when it runs out of memory.
import { serveProgram } from '../../core/program-server.ts'
import { LocalReader } from './local.ts'
import { OCR_CALLS } from './protocol.ts'

const reader = new LocalReader()
await serveProgram(OCR_CALLS, { read: (request) => reader.read(request) })
