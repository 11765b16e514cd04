// Holds the only raw IPC of the app: checks the caller, then lets the router answer. Nothing is thrown across.
import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebContents } from 'electron'
import type { Envelope } from '../../src-preload/contract/bridge.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import type { Connection } from '../bridge/router.ts'
import type { Logger } from '../core/logger.ts'
import { ORIGIN } from './origin.ts'
import { Outbox } from './outbox.ts'

type Sender = Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>

interface Admitted {
  contents: WebContents
  connection: Connection
  outbox: Outbox
}

interface GateOptions {
  connect(push: (push: Push) => void): Connection
  logger: () => Logger
}

const REFUSED: Envelope = {
  ok: false,
  fault: { kind: 'input', message: 'This page may not call Deskhand.', key: null },
}

export class Gate {
  readonly #options: GateOptions
  readonly #admitted = new Map<number, Admitted>()

  constructor(options: GateOptions) {
    this.#options = options
    ipcMain.handle('deskhand:call', (event, name: unknown, input: unknown) => {
      const admitted = this.#find(event)
      return admitted ? admitted.connection.call(name, input) : REFUSED
    })
    ipcMain.on('deskhand:ready', (event: IpcMainEvent) => this.#find(event)?.outbox.ready())
    ipcMain.on('deskhand:frame-taken', (event: IpcMainEvent) => this.#find(event)?.outbox.frameTaken())
  }

  /** Lets the page of one of our windows call until the window is gone. A page that is loaded again gets a new connection. */
  admit(contents: WebContents): void {
    const { id } = contents
    this.#connect(contents)
    contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      // The first load of a window keeps the connection, because pushes already wait for its page.
      const wasUsed = this.#admitted.get(id)?.outbox.isReady === true
      if (isMainFrame && !isSameDocument && wasUsed) this.#connect(contents)
    })
    contents.once('destroyed', () => this.#forget(id))
  }

  /** Sends to this window alone, as soon as it is ready. */
  push(contents: WebContents, push: Push): void {
    this.#admitted.get(contents.id)?.outbox.push(push)
  }

  /** Gives the window of a caller, null once it is gone. */
  contentsOf(caller: { readonly id: string }): WebContents | null {
    for (const { connection, contents } of this.#admitted.values()) {
      if (connection.id === caller.id) return contents
    }
    return null
  }

  #connect(contents: WebContents): void {
    this.#forget(contents.id)
    const outbox = new Outbox((push) => {
      if (!contents.isDestroyed()) contents.send('deskhand:push', push)
    })
    const connection = this.#options.connect((push) => outbox.push(push))
    this.#admitted.set(contents.id, { contents, connection, outbox })
  }

  #forget(id: number): void {
    this.#admitted.get(id)?.connection[Symbol.dispose]()
    this.#admitted.delete(id)
  }

  /** Accepts only the top frame of an admitted window that shows one of our pages. */
  #find({ sender, senderFrame }: Sender): Admitted | null {
    const admitted = this.#admitted.get(sender.id)
    if (admitted && senderFrame && senderFrame.parent === null && senderFrame.origin === ORIGIN) {
      return admitted
    }
    const from = { contents: sender.id, origin: senderFrame?.origin ?? null, ours: admitted !== undefined }
    this.#options.logger().error(from, 'A page that is not ours has called; it was refused.')
    return null
  }
}
