// The beginning of a utility process: gives it its port, then runs the program that was asked for.
import { EventEmitter } from 'node:events'
import { pathToFileURL } from 'node:url'

/** What comes before somebody listens waits, as in Electron. */
class ParentPort extends EventEmitter {
  #early: unknown[] | null = []

  receive(data: unknown): void {
    if (this.#early) this.#early.push(data)
    else this.emit('message', { data, ports: [] })
  }

  override on(name: string, listener: (event: unknown) => void): this {
    super.on(name, listener)
    if (name !== 'message') return this
    const early = this.#early ?? []
    this.#early = null
    for (const data of early) this.receive(data)
    return this
  }

  postMessage(message: unknown): void {
    if (process.connected) process.send?.(message)
  }
}

const port = new ParentPort()
Object.assign(process, { parentPort: port, type: 'utility' })
/** Messages wait until somebody listens, as in Electron. */
const early: unknown[] = []
process.on('message', (data) => {
  if (port.listenerCount('message') === 0) early.push(data)
  else port.receive(data)
})
port.on('newListener', (name) => {
  if (name !== 'message') return
  queueMicrotask(() => {
    for (const data of early.splice(0)) port.receive(data)
  })
})
// It ends with the program that started it, as in Electron.
process.on('disconnect', () => process.exit(0))

const [node = '', , program = '', ...args] = process.argv
process.argv = [node, program, ...args]
await import(pathToFileURL(program).href)
