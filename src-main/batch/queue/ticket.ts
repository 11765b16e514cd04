// Keeps in a batch's folder on which queue the batch is, and under which name, so that it is never there twice.
import { randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileAtomically } from '../../core/atomic-file.ts'
import { UserError } from '../../core/errors.ts'
import { TICKET_FILE } from '../../session/plan-file.ts'

const ticketSchema = z.object({
  v: z.literal(1),
  /** The id begins with a letter, because BullMQ takes no numbers for ids. */
  batch: z.string().regex(/^b[0-9a-f]{16}$/),
  /** Address without password, and the queue’s name. */
  queue: z.string(),
  name: z.string(),
  /** The tasks that were queued, and may still be there. */
  tasks: z.array(z.string()),
})
type Ticket = z.infer<typeof ticketSchema>

/** Returns the ticket of the batch, a new one if it is on no queue. Throws UserError while it is on another one. */
export async function takeTicket(
  root: string,
  queue: string,
  name: string,
  due: readonly string[],
): Promise<Ticket> {
  const left = await readTicket(root)
  if (left && (left.queue !== queue || left.name !== name)) throw elsewhere(left)
  const batch = left?.batch ?? `b${randomBytes(8).toString('hex')}`
  const ticket: Ticket = { v: 1, batch, queue, name, tasks: [...new Set([...(left?.tasks ?? []), ...due])] }
  await writeFileAtomically(join(root, TICKET_FILE), `${JSON.stringify(ticket)}\n`)
  return ticket
}

/** Removes the ticket, because no task of the batch is on the queue any more. */
export const giveTicketBack = (root: string): Promise<void> => rm(join(root, TICKET_FILE), { force: true })

/** Throws UserError for a batch that workers of a queue may be carrying out. */
export async function refuseQueued(root: string): Promise<void> {
  const left = await readTicket(root)
  if (left) throw elsewhere(left)
}

const elsewhere = ({ queue, name }: Ticket): UserError =>
  new UserError(
    `This batch is on the queue “${name}” at ${queue}: go on with it by --queue; or stop it (\`deskhand stop --queue …\`) and run it by --queue once more, which takes it off. If that queue is gone for good, remove ${TICKET_FILE}.`,
  )

async function readTicket(root: string): Promise<Ticket | null> {
  const path = join(root, TICKET_FILE)
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return ticketSchema.parse(JSON.parse(text))
  } catch {
    throw new UserError(`${path} is not what Deskhand has written. Remove it if this batch is on no queue.`)
  }
}
