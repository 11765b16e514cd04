// Where typed characters are echoed to that nobody may see.
import { Writable } from 'node:stream'

export const silent = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })
