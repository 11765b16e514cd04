// Runs the OCR program: reads pictures with the models that are installed with Deskhand. It is a program of its own so that it can
// be ended at any time, and so that nothing else ends when it runs out of memory.
import { serveProgram } from '../core/program-server.ts'
import { PpOcr } from './pp-ocr.ts'
import { OCR_CALLS } from './protocol.ts'

const reader = new PpOcr()
await serveProgram(OCR_CALLS, { read: ({ data }) => reader.read(Buffer.from(data, 'base64')) })
