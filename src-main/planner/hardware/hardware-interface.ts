// Implements HardwareInterface: carries out actions of the seed's schema as all acts are: by gate, tool and verification.
import { z } from 'zod'
import type { DecidedAction } from '../../agents/decision.ts'
import { allWell } from '../../agents/executor.ts'
import { windowInfoSchema, type Picture } from '../../core/desktop.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { ActionRecord } from '../../models/input.ts'
import { quote } from '../../models/render/data.ts'
import { actionLine, MAX_NEW_RESULT_LENGTH } from '../../models/render/history.ts'
import type { Action } from './action.ts'
import { commandsOf, type Seen } from './commands.ts'

/** Carries out acts in order until one fails; returns the records of all of them. */
export type Perform = (actions: DecidedAction[], run: RunControl) => Promise<readonly ActionRecord[]>

/** Shows the desktop to HardwareInterface, which alone writes the seed's screenshot in the GlobalState. */
export interface Eyes {
  capture: (run: RunControl) => Promise<Picture>
  /** Writes a picture and returns its file. */
  write: (png: Uint8Array) => Promise<string>
}

/** The most characters of a note that are repeated. */
const MAX_NOTE_LENGTH = 300

const launchedSchema = z.object({ window: windowInfoSchema.nullable() })

export class HardwareInterface {
  /** The notes of SaveToKnowledge, oldest first. */
  readonly notes: string[] = []
  readonly #perform: Perform
  readonly #eyes: Eyes | null

  constructor(perform: Perform, eyes: Eyes | null = null) {
    this.#perform = perform
    this.#eyes = eyes
  }

  /** Writes an observed picture as the present screenshot. */
  async show({ data }: Picture): Promise<void> {
    await this.#eyes?.write(Buffer.from(data, 'base64'))
  }

  /**
   * Carries out actions in order, and stops at the first that fails. The text (`hardware_output`) gives the acts and their results, in
   * lines that contain foreign text only in quotes. Throws GroundFault for an action that these tools can't do, before any act of it.
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
          ? all.map((record) => actionLine(record, MAX_NEW_RESULT_LENGTH)).join('\n')
          : await this.#without(action, run),
      )
      if (!allWell(all)) break
    }
    return said.join('\n')
  }

  /** Carries out an action that is no act on the desktop. */
  async #without(action: Action, run: RunControl): Promise<string> {
    if (action.type === 'SaveToKnowledge') return `Noted: ${quote(action.text.join(' | '), MAX_NOTE_LENGTH)}`
    if (action.type !== 'Screenshot' || !this.#eyes) return `${action.type}: nothing to do.`
    const picture = await this.#eyes.capture(run)
    await this.show(picture)
    return `Screenshot: ${picture.width} × ${picture.height} pixels.`
  }

  /** Chooses the window that an Open has opened, because the next actions happen there. */
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
