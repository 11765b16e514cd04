// Plays a Secret Service on a private D-Bus, for tests: freedesktop.org's API 0.2 as far as clients use it, with one collection
// in memory. It can be locked (its prompt is dismissed) and it can hang (it never answers).
import { spawn, type ChildProcess } from 'node:child_process'
import {
  createCipheriv,
  createDecipheriv,
  createDiffieHellmanGroup,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Message, MessageType, sessionBus, Variant, type MessageBus } from '@jellybrick/dbus-next'

const SERVICE = '/org/freedesktop/secrets'
const COLLECTION = `${SERVICE}/collection/login`
const PROMPT = `${SERVICE}/prompt/p1`

/** The bus has no folder of services, so that it starts nothing of this machine. */
const CONFIGURATION = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>`

/** A session bus of its own; dispose it at the end. */
export class PrivateBus implements AsyncDisposable {
  readonly address: string
  readonly #daemon: ChildProcess
  readonly #folder: string

  private constructor(address: string, daemon: ChildProcess, folder: string) {
    this.address = address
    this.#daemon = daemon
    this.#folder = folder
  }

  static async start(): Promise<PrivateBus> {
    const folder = await mkdtemp(join(tmpdir(), 'bus-'))
    const file = join(folder, 'bus.conf')
    await writeFile(file, CONFIGURATION)
    const daemon = spawn('dbus-daemon', [`--config-file=${file}`, '--print-address', '--nofork'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const address = await new Promise<string>((resolve, reject) => {
      daemon.once('error', reject)
      daemon.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()))
    })
    return new PrivateBus(address, daemon, folder)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#daemon.once('close', resolve))
    this.#daemon.kill('SIGKILL')
    await ended
    await rm(this.#folder, { recursive: true, force: true })
  }
}

type Attributes = Record<string, string>
interface Item {
  path: string
  attributes: Attributes
  secret: Buffer
}
/** The answer of a method: a D-Bus signature and the values. */
type Answer = [signature: string, body: unknown[]]

export class FakeSecretService implements Disposable {
  locked = false
  hangs = false
  readonly items = new Map<string, Item>()
  readonly #bus: MessageBus
  readonly #keys = new Map<string, Buffer>()
  #count = 0
  #isOver = false

  private constructor(bus: MessageBus) {
    this.#bus = bus
  }

  static async start(address: string): Promise<FakeSecretService> {
    const bus = sessionBus({ busAddress: address })
    const service = new FakeSecretService(bus)
    bus.addMethodHandler((message: Message) => service.#receive(message))
    await bus.requestName('org.freedesktop.secrets', 0)
    return service
  }

  /** The secrets by the account that they were kept for. */
  get secrets(): Record<string, string> {
    return Object.fromEntries(
      [...this.items.values()].map(({ attributes, secret }) => [
        attributes['username'] ?? '',
        secret.toString(),
      ]),
    )
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#bus.disconnect()
  }

  #receive(message: Message): boolean {
    // A call that is still on its way at the end has nobody to answer it: the library throws where its stream is closed.
    if (this.#isOver) return true
    if (message.type !== MessageType.METHOD_CALL || !message.path?.startsWith(SERVICE)) return false
    if (this.hangs) return true
    const answer = this.#answer(message)
    if (typeof answer === 'string') this.#bus.send(Message.newError(message, answer, 'As the test wants it.'))
    else this.#bus.send(Message.newMethodReturn(message, ...answer))
    return true
  }

  /** Answers a message; a text is the name of an error. */
  #answer(message: Message): Answer | string {
    const body = message.body as never[]
    switch (`${message.interface?.split('.').at(-1) ?? ''}.${message.member ?? ''}`) {
      case 'Service.OpenSession':
        return this.#openSession(...(body as unknown as [string, Variant]))
      case 'Service.SearchItems': {
        const found = this.#find(body[0] as unknown as Attributes)
        return ['aoao', this.locked ? [[], found] : [found, []]]
      }
      case 'Service.Unlock':
        return ['aoo', this.locked ? [[], PROMPT] : [body[0], '/']]
      case 'Prompt.Prompt':
        this.#dismiss()
        return ['', []]
      case 'Service.ReadAlias':
        return ['o', [COLLECTION]]
      case 'Collection.CreateItem':
        return this.#create(
          ...(body as unknown as [Record<string, Variant>, [string, Buffer, Buffer, string]]),
        )
      case 'Item.GetSecret':
        return this.#secretOf(message.path ?? '', body[0] as unknown as string)
      case 'Item.SetSecret':
        return this.#setSecret(message.path ?? '', body[0] as unknown as [string, Buffer, Buffer, string])
      case 'Item.Delete':
        this.items.delete(message.path ?? '')
        return ['o', ['/']]
      case 'Properties.Get':
        return this.#property(message.path ?? '', body[1] as unknown as string)
      default:
        return 'org.freedesktop.DBus.Error.UnknownMethod'
    }
  }

  #openSession(algorithm: string, input: Variant): Answer | string {
    if (algorithm !== 'dh-ietf1024-sha256-aes128-cbc-pkcs7') return 'org.freedesktop.DBus.Error.NotSupported'
    const exchange = createDiffieHellmanGroup('modp2')
    const own = exchange.generateKeys()
    const shared = exchange.computeSecret(Buffer.from(input.value as Buffer))
    const padded = Buffer.concat([Buffer.alloc(128 - shared.length), shared])
    const session = `${SERVICE}/session/s${++this.#count}`
    this.#keys.set(session, Buffer.from(hkdfSync('sha256', padded, Buffer.alloc(0), Buffer.alloc(0), 16)))
    return ['vo', [new Variant('ay', own), session]]
  }

  #find(wanted: Attributes): string[] {
    return [...this.items.values()]
      .filter(({ attributes }) => Object.entries(wanted).every(([name, value]) => attributes[name] === value))
      .map(({ path }) => path)
  }

  #create(properties: Record<string, Variant>, secret: [string, Buffer, Buffer, string]): Answer | string {
    if (this.locked) return 'org.freedesktop.Secret.Error.IsLocked'
    const attributes = properties['org.freedesktop.Secret.Item.Attributes']?.value as Attributes
    const path = this.#find(attributes)[0] ?? `${COLLECTION}/${++this.#count}`
    this.items.set(path, { path, attributes, secret: this.#decrypted(secret) })
    return ['oo', [path, '/']]
  }

  #setSecret(path: string, secret: [string, Buffer, Buffer, string]): Answer | string {
    const item = this.items.get(path)
    if (!item || this.locked) return 'org.freedesktop.Secret.Error.IsLocked'
    item.secret = this.#decrypted(secret)
    return ['', []]
  }

  #secretOf(path: string, session: string): Answer | string {
    const item = this.items.get(path)
    const key = this.#keys.get(session)
    if (!item || !key || this.locked) return 'org.freedesktop.Secret.Error.IsLocked'
    const iv = randomBytes(16)
    const cipher = createCipheriv('aes-128-cbc', key, iv)
    const value = Buffer.concat([cipher.update(item.secret), cipher.final()])
    return ['(oayays)', [[session, iv, value, 'text/plain']]]
  }

  #decrypted([session, iv, value]: [string, Buffer, Buffer, string]): Buffer {
    const key = this.#keys.get(session)
    if (!key) throw new Error('There is no such session.')
    const cipher = createDecipheriv('aes-128-cbc', key, Buffer.from(iv))
    return Buffer.concat([cipher.update(Buffer.from(value)), cipher.final()])
  }

  #property(path: string, name: string): Answer | string {
    if (name === 'Locked') return ['v', [new Variant('b', this.locked)]]
    const item = this.items.get(path)
    if (name === 'Attributes' && item) return ['v', [new Variant('a{ss}', item.attributes)]]
    return 'org.freedesktop.DBus.Error.UnknownProperty'
  }

  /** Dismisses the prompt, as if nobody answered the window that asks for the password. */
  #dismiss(): void {
    const signal = Message.newSignal(PROMPT, 'org.freedesktop.Secret.Prompt', 'Completed', 'bv', [
      true,
      new Variant('s', ''),
    ])
    setImmediate(() => this.#bus.send(signal))
  }
}
