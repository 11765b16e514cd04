// Answers the HTTP API: who is connected, give a device a task, read its result, is the server well.
import { z } from 'zod'
import { UserError } from '../../core/errors.ts'
import { isSafeTaskName } from '../../recorder/run-folder.ts'
import type { Clients } from './clients.ts'
import type { Task } from './task-book.ts'
import type { Tasks } from './tasks.ts'

export interface ApiAnswer {
  status: number
  body: Record<string, unknown>
}

const dispatchSchema = z.object({
  client_id: z.string().trim().min(1, 'client_id is empty'),
  request: z.string().trim().min(1, 'request is empty').max(100_000, 'request is too long'),
  task_name: z.string().trim().min(1, 'task_name is empty').nullish(),
})

export class HttpApi {
  readonly #clients: Clients
  readonly #tasks: Tasks

  constructor(clients: Clients, tasks: Tasks) {
    this.#clients = clients
    this.#tasks = tasks
  }

  /** `path` comes as it was sent, without a query; `body` is null for GET. */
  answer(method: string, path: string, body: unknown): ApiAnswer {
    const route = `${method} ${path}`
    if (route === 'GET /api/health') return ok({ status: 'healthy', online_clients: this.#online() })
    if (route === 'GET /api/clients') return ok({ online_clients: this.#online(), clients: this.#list() })
    if (route === 'POST /api/dispatch') return this.#dispatch(body)
    const name = /^GET \/api\/task_result\/([^/]+)$/.exec(route)?.[1]
    return name === undefined ? fault(404, 'There is nothing at this address.') : this.#result(name)
  }

  #online(): string[] {
    return this.#clients
      .all()
      .filter(({ end }) => end !== null)
      .map(({ id }) => id)
  }

  #list() {
    return this.#clients.all().map((client) => {
      const { running, queued } = this.#tasks.of(client.id)
      return {
        client_id: client.id,
        client_type: client.type,
        platform: client.device.platform,
        state: client.end === null ? 'lost' : running ? 'busy' : 'idle',
        task: running ? taskOf(running) : null,
        queued: queued.map(taskOf),
      }
    })
  }

  #dispatch(body: unknown): ApiAnswer {
    const parsed = dispatchSchema.safeParse(body)
    if (!parsed.success) return fault(400, wordsOf(parsed.error))
    const { client_id: device, request, task_name: taskName = null } = parsed.data
    if (taskName !== null && !isSafeTaskName(taskName)) {
      return fault(400, 'A task_name has letters, digits and . _ - in it, and no dot or - at its beginning.')
    }
    if (!this.#clients.findDevice(device)) return fault(404, `There is no device “${device}” online.`)
    // With the same name, the result of the other task could be taken for this one's.
    if (taskName !== null && this.#tasks.find(taskName)) {
      return fault(409, `There is a task “${taskName}” already. Give another name, or none.`)
    }
    try {
      const task = this.#tasks.add({ request, device, taskName, session: null, requester: null })
      return ok({ status: 'dispatched', ...taskOf(task), client_id: device })
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return fault(429, error.message)
    }
  }

  #result(name: string): ApiAnswer {
    const task = isSafeTaskName(name) ? this.#tasks.find(name) : null
    if (!task) return fault(404, 'There is no task of this name, or its result is not kept any more.')
    const { outcome } = task
    if (!outcome) return ok({ status: 'pending', state: task.state, ...taskOf(task) })
    const { result, error } = outcome
    return ok({ status: 'done', outcome: outcome.status, result, error, run: task.run, ...taskOf(task) })
  }
}

const wordsOf = ({ issues: [issue] }: z.ZodError): string => {
  const field = issue?.path.map(String).join('.') ?? ''
  const message = issue?.message ?? 'This is no task.'
  return field === '' || message.startsWith(field) ? message : `${field}: ${message}`
}

const taskOf = ({ session, taskName }: Task) => ({ task_name: taskName, session_id: session })

const ok = (body: Record<string, unknown>): ApiAnswer => ({ status: 200, body })

const fault = (status: number, detail: string): ApiAnswer => ({ status, body: { detail } })
