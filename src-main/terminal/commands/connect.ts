// Carries out `deskhand connect`: this machine acts for a server, with its own gate and its own person.
import type { SessionEvent } from '../../../src-preload/contract/events.ts'
import type { ConnectionNews } from '../../../src-preload/contract/calls/devices.ts'
import { askPerson, isPersonThere } from '../asking/person.ts'
import { QuestionDesk } from '../asking/question-desk.ts'
import { Brake } from '../brake.ts'
import { EXIT } from '../exit-code.ts'
import { isStop, userFault } from '../fault.ts'
import type { RunCommandOptions } from '../options.ts'
import { Progress } from '../output/progress.ts'
import { Screen } from '../output/screen.ts'
import { speechFor, type Speech } from '../output/speech.ts'
import { plain } from '../output/plain.ts'
import { inkFor, type Ink } from '../output/text.ts'
import type { Shell } from '../shell.ts'
import { clientOptions } from '../with-bridge.ts'

export interface ConnectOptions extends Pick<RunCommandOptions, 'display' | 'json' | 'yesTo'> {
  id: string
  token?: string
  /** File of the authority that has signed the server's certificate. */
  ca?: string
}

/** Serves until Ctrl+C. Throws BridgeError where the server refuses this device, or must not be connected to. */
export async function connectCommand(
  shell: Shell,
  address: string,
  options: ConnectOptions,
): Promise<number> {
  const { id, token = null, ca = null, display = null, yesTo = [], json = false } = options
  if (id.trim() === '') throw userFault('The device needs a name: --id NAME')
  const screen = new Screen(shell.stdout)
  const ink = inkFor(shell.stdout, shell.env)
  using brake = new Brake(shell, screen)
  await using bridge = await shell.openBridge(clientOptions(shell, screen))
  brake.attach(() => bridge.hangUp())
  await bridge.begin()
  if (brake.pulled) return EXIT.stopped
  const present = isPersonThere(shell, json)
  const speech = await speechFor(shell.env, bridge)
  const failed = Promise.withResolvers<never>()
  using desk = present
    ? new QuestionDesk({
        bridge,
        interactor: askPerson(shell, screen, brake, speech),
        onFault: failed.reject,
      })
    : null
  using shown = new ShownRuns(screen, ink, speech, json ? (line) => shell.stdout.write(line) : null)
  bridge.subscribe((push) => {
    if (push.push === 'connection') {
      const words = newsWords(push.news, id, present)
      if (words !== null) shell.stderr.write(`${speech.sentence(words)}\n`)
    } else if (push.push === 'event') {
      shown.show(push.event)
      desk?.hear(push.run, push.event)
    }
  })
  // A key in the environment of this command was given together with the address, so it may be sent there.
  const key = token ?? shell.env['DESKHAND_AIP_KEY'] ?? null
  const wanted = { address, id, key, ca, display, yes_to: yesTo, attended: present }
  try {
    await Promise.race([bridge.call('connect_device', wanted), failed.promise])
  } catch (error) {
    if (!brake.pulled || !isStop(error)) throw error
  }
  return EXIT.completed
}

function newsWords(news: ConnectionNews, id: string, present: boolean): string | null {
  if (news.news === 'connecting') {
    return news.in_clear
      ? `Nothing is encrypted on the way to ${news.server}: others can read the key and what is on this screen. Use wss:// where the server has a certificate (--tls-cert).`
      : null
  }
  if (news.news === 'lost') {
    const seconds = Math.max(1, Math.round(news.retry_in_ms / 1000))
    return `Not connected: ${plain(news.why).replace(/[.\s]*$/, '.')} Trying again in ${seconds} s.`
  }
  if (news.resumed) return 'Connected again; the task goes on.'
  const asked = present
    ? 'The server can act on this desktop; you are asked where that matters.'
    : 'The server can act on this desktop; nobody is at this terminal to be asked, so what would need your word is refused.'
  return `Connected to ${news.server} as “${plain(id)}”. ${asked} Ctrl+C ends it.`
}

/** Shows a server's runs on this device like any other run. */
class ShownRuns implements Disposable {
  readonly #screen: Screen
  readonly #ink: Ink
  readonly #speech: Speech
  readonly #json: ((line: string) => void) | null
  #progress: Progress | null = null

  constructor(screen: Screen, ink: Ink, speech: Speech, json: ((line: string) => void) | null) {
    this.#screen = screen
    this.#ink = ink
    this.#speech = speech
    this.#json = json
  }

  show(event: SessionEvent): void {
    if (this.#json) return this.#json(`${JSON.stringify(event)}\n`)
    if (event.type === 'run_started') {
      this.#progress?.[Symbol.dispose]()
      this.#progress = new Progress(this.#screen, this.#ink, this.#speech)
    }
    this.#progress?.show(event)
  }

  [Symbol.dispose](): void {
    this.#progress?.[Symbol.dispose]()
  }
}
