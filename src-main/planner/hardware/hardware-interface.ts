// Implements HardwareInterface: carries out actions of the seed's schema as all acts are: by gate, tool and verification.
import { z } from 'zod'
import type { DecidedAction } from '../../agents/decision.ts'
import { allWell } from '../../agents/executor.ts'
import { windowInfoSchema, type Picture } from '../../core/desktop.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { ActionRecord } from '../../models/input.ts'
import { quote } from '../../models/render/data.ts'
import { actionLine } from '../../models/render/history.ts'
import type { Action } from './action.ts'
import { commandsOf, type Seen } from './commands.ts'

/** Carries out acts in order until one fails; gives the records of all of them. */
export type Perform = (actions: DecidedAction[], run: RunControl) => Promise<readonly ActionRecord[]>

/** How HardwareInterface shows the desktop: it alone writes the seed's screenshot in the GlobalState. */
export interface Eyes {
  capture: (run: RunControl) => Promise<Picture>
  /** Writes a picture and gives its file. */
  write: (png: Uint8Array) => Promise<string>
}

/** Characters of what was noted that are told again. */
const LONGEST_NOTE = 300

const launchedSchema = z.object({ window: windowInfoSchema.nullable() })

export class HardwareInterface {
  /** What SaveToKnowledge has noted, oldest first. */
  readonly notes: string[] = []
  readonly #perform: Perform
  readonly #eyes: Eyes | null

  constructor(perform: Perform, eyes: Eyes | null = null) {
    this.#perform = perform
    this.#eyes = eyes
  }

  /** Writes a picture that was taken as the screenshot of this moment. */
  async show({ data }: Picture): Promise<void> {
    await this.#eyes?.write(Buffer.from(data, 'base64'))
  }

  /**
   * Carries out one action after the other and stops at the first that fails. The text (`hardware_output`) says what was done and
   * what came of it, in lines that hold foreign text only in quotes. Throws GroundFault for what can't be done with these tools, before anything of it is done.
   */
  async dispatch(actions: Action | readonly Action[], seen: Seen, run: RunControl): Promise<string> {
    const list = 'type' in actions ? [actions] : actions
    const planned = list.map((action) => ({ action, acts: commandsOf(action, seen) }))
    const said: string[] = []
    for (const { action, acts } of planned) {
      await run.checkpoint()
      if (action.type === 'SaveToKnowledge') this.notes.push(...action.text)
      const records = acts.length > 0 ? await this.#perform(acts, run) : []
      const chosen = await this.#choose(records, run)
      const all = [...records, ...chosen]
      said.push(
        all.length > 0
          ? all.map((record) => actionLine(record)).join('\n')
          : await this.#without(action, run),
      )
      if (!allWell(all)) break
    }
    return said.join('\n')
  }

  /** What is no act on the desktop. */
  async #without(action: Action, run: RunControl): Promise<string> {
    if (action.type === 'SaveToKnowledge') return `Noted: ${quote(action.text.join(' | '), LONGEST_NOTE)}`
    if (action.type !== 'Screenshot' || !this.#eyes) return `${action.type}: nothing to do.`
    const picture = await this.#eyes.capture(run)
    await this.show(picture)
    return `Screenshot: ${picture.width} × ${picture.height} pixels.`
  }

  /** What follows an Open happens in the window that it has opened. */
  async #choose(records: readonly ActionRecord[], run: RunControl): Promise<readonly ActionRecord[]> {
    const last = records.at(-1)
    if (last?.function !== 'launch_application' || !allWell([last])) return []
    const window = launchedSchema.safeParse(last.result).data?.window
    if (!window) return []
    const choose = { id: window.id, name: window.title }
    return this.#perform(
      [{ function: 'select_application_window', arguments: choose, status: 'CONTINUE' }],
      run,
    )
  }
}
