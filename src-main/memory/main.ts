// Runs the memory program: it holds memory.db open for the program that has started it, and answers one request after the other.
import { serveProgram } from '../core/program-server.ts'
import { MEMORY_CALLS } from './protocol.ts'
import { StoreServer } from './serve.ts'

const [path = ''] = process.argv.slice(2)
const server = new StoreServer(path, (notice) => process.stderr.write(`${notice}\n`))
await serveProgram(MEMORY_CALLS, server.handlers, () => server[Symbol.dispose]())
