// Swallows the echo of typed characters that nobody may see.
import { Writable } from 'node:stream'

export const silent = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })
