// `deskhand connect`: this machine acts for a server, with its own gate and its own person.
import type { SessionEvent } from '../../../src-preload/contract/events.ts'
import type { DeviceNews } from '../../aip/device/client.ts'
import { SERVER_KEY } from '../../aip/protocol/key.ts'
import { readPem } from '../../aip/protocol/pem.ts'
import { absentInteractor } from '../../core/interactor.ts'
import { StoppedError, UserError } from '../../core/errors.ts'
import { registerSecret } from '../../core/redaction.ts'
import { RunControl } from '../../core/run-control.ts'
import { Brake } from '../brake.ts'
import { engineOptions } from '../engine-options.ts'
import { askPerson, isPersonThere } from '../asking/person.ts'
import type { TerminalEngine } from '../engine-port.ts'
import { EXIT } from '../exit-code.ts'
import type { RunCommandOptions } from '../options.ts'
import { Progress } from '../output/progress.ts'
import { Screen } from '../output/screen.ts'
import type { Shell } from '../shell.ts'
import { inkFor, plain, type Ink } from '../output/text.ts'

export interface ConnectOptions extends Pick<RunCommandOptions, 'display' | 'json' | 'yesTo'> {
  id: string
  token?: string
  /** File of the authority that has signed the server's certificate. */
  ca?: string
}

/** Serves until Ctrl+C. Throws UserError where the server does not want this device, or must not be connected to. */
export async function connectCommand(
  shell: Shell,
  address: string,
  options: ConnectOptions,
  version: string,
): Promise<number> {
  if (options.id.trim() === '') throw new UserError('The device needs a name: --id NAME')
  const { json = false } = options
  const screen = new Screen(shell.stdout)
  const ink = inkFor(shell.stdout, shell.env)
  using brake = new Brake(shell, screen)
  using run = new RunControl({ name: 'The connection' })
  await using engine = await shell.createEngine(engineOptions(shell, options, screen))
  brake.attach(() => run.stop(new StoppedError('stopped', 'Stopped by the person of this device.')))
  if (brake.pulled) return EXIT.stopped
  const present = isPersonThere(shell, json)
  const interactor = present ? askPerson(shell, screen, brake) : absentInteractor
  using shown = new ShownRuns(screen, ink, json ? (line) => shell.stdout.write(line) : null)
  const [{ DeviceClient }, { connectToServer }, { deviceInfo }, { checkServerAddress }] = await Promise.all([
    import('../../aip/device/client.ts'),
    import('../../aip/device/connection.ts'),
    import('../../aip/device/info.ts'),
    import('../../aip/device/addresses.ts'),
  ])
  const { aip } = engine.config
  const rules = { allowPrivate: aip.private_address }
  const server = await checkServerAddress(address, rules, run)
  if (server.inClear) {
    shell.stderr.write(
      `Nothing is encrypted on the way to ${server.shown}: others can read the key and what is on this screen. Use wss:// where the server has a certificate (--tls-cert).\n`,
    )
  }
  const key = await keyFor(server.url, options, engine)
  const ca = options.ca === undefined ? null : await readPem(options.ca)
  const client = new DeviceClient({
    clientId: options.id,
    info: deviceInfo(options.id, version, engine.env),
    connect: (control) => connectToServer({ server, key, ca, silence: aip.heartbeat * 1000 }, control),
    open: (task, tell, control) =>
      engine.actFor({ ...task, tell, interactor, onEvent: (event) => shown.show(event) }, control),
    onNews: (news) => shell.stderr.write(`${newsWords(news, options.id, server.shown, present)}\n`),
    logger: engine.logger,
  })
  await client.serve(run)
  return EXIT.completed
}

/** The key goes to no server that is not named with it: one that is in the address goes alone. */
async function keyFor(url: URL, { token }: ConnectOptions, { keys }: TerminalEngine): Promise<string | null> {
  const inAddress = url.searchParams.get('token')
  if (inAddress !== null) registerSecret(inAddress)
  if (token !== undefined) {
    registerSecret(token)
    return token
  }
  return inAddress === null ? keys.get(SERVER_KEY) : null
}

function newsWords(news: DeviceNews, id: string, shown: string, present: boolean): string {
  if (news.news === 'lost') {
    const seconds = Math.max(1, Math.round(news.retryInMs / 1000))
    return `Not connected: ${plain(news.why).replace(/[.\s]*$/, '.')} Trying again in ${seconds} s.`
  }
  const asked = present
    ? 'you are asked where that matters'
    : 'nobody is at this terminal to be asked, so what would need your word is refused'
  return news.resumed
    ? 'Connected again; the task goes on.'
    : `Connected to ${shown} as “${plain(id)}”. The server can act on this desktop; ${asked}. Ctrl+C ends it.`
}

/** What the server does here, as any run is shown. */
class ShownRuns implements Disposable {
  readonly #screen: Screen
  readonly #ink: Ink
  readonly #json: ((line: string) => void) | null
  #progress: Progress | null = null

  constructor(screen: Screen, ink: Ink, json: ((line: string) => void) | null) {
    this.#screen = screen
    this.#ink = ink
    this.#json = json
  }

  show(event: SessionEvent): void {
    if (this.#json) return this.#json(`${JSON.stringify(event)}\n`)
    if (event.type === 'run_started') {
      this.#progress?.[Symbol.dispose]()
      this.#progress = new Progress(this.#screen, this.#ink)
    }
    this.#progress?.show(event)
  }

  [Symbol.dispose](): void {
    this.#progress?.[Symbol.dispose]()
  }
}
