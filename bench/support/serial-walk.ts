// The baseline of `observation`: a kept Python process that walks a window's tree, one question after the other.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { controlRole } from '../../src-main/platform/linux/atspi/roles.ts'

const walkedSchema = z.array(
  z.object({
    role: z.string(),
    name: z.string(),
    value: z.string().optional(),
    states: z.array(z.number()),
    extents: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  }),
)
export type Walked = z.infer<typeof walkedSchema>[number]

const ROLES = Array.from({ length: 131 }, (_, number) => controlRole(number, [0, 0]))

export class SerialWalk implements Disposable {
  readonly #child
  readonly #lines: AsyncIterator<string>

  private constructor(env: Record<string, string>) {
    this.#child = spawn('/usr/bin/python3', [join(import.meta.dirname, 'serial-walk.py')], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]()
  }

  /** Starts the process and lets it find the application. */
  static async of(env: Record<string, string>, pid: number, toolkit: 'gtk4' | 'other'): Promise<SerialWalk> {
    const walk = new SerialWalk(env)
    await once(walk.#child, 'spawn')
    const found = await walk.#ask({ pid, toolkit, roles: ROLES })
    if (found !== true) throw new Error(`libatspi knows no application with the process id ${pid}.`)
    return walk
  }

  /** `whole` asks every object of the application, `shown` none below one that is not shown; both return the shown ones. */
  async controls(max: number, extent: 'whole' | 'shown'): Promise<Walked[]> {
    return walkedSchema.parse(await this.#ask({ max, whole: extent === 'whole' }))
  }

  [Symbol.dispose](): void {
    this.#child.kill()
  }

  async #ask(request: Record<string, unknown>): Promise<unknown> {
    this.#child.stdin.write(`${JSON.stringify(request)}\n`)
    const line = await this.#lines.next()
    if (line.done) throw new Error('The serial walk has ended.')
    return JSON.parse(line.value)
  }
}
