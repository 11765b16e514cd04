// `deskhand rules`: what people have allowed for good, and taking it back.
import { join } from 'node:path'
import { localTime } from '../../../src-preload/contract/words.ts'
import { deskhandHome } from '../../config/home.ts'
import { UserError } from '../../core/errors.ts'
import { openRulesFile } from '../../safety/standing-rules.ts'
import type { Shell } from '../shell.ts'
import { table } from '../output/table.ts'
import { inkFor, plain, roomOf } from '../output/text.ts'

/** Enough of an id to name a rule. */
const SHORT_ID = 8

const rulesOf = (shell: Shell) => openRulesFile(join(deskhandHome(shell.env), 'rules.json'))

export async function rulesCommand(shell: Shell, options: { json?: boolean }): Promise<void> {
  const rules = (await rulesOf(shell)).list()
  if (options.json) {
    for (const rule of rules) shell.stdout.write(`${JSON.stringify(rule)}\n`)
    return
  }
  if (rules.length === 0) {
    shell.stdout.write('Nothing is allowed for good: what needs a question is asked each time.\n')
    return
  }
  const columns = [
    { title: 'ID' },
    { title: 'SINCE' },
    { title: 'CATEGORY' },
    { title: 'APPLICATION', width: 24 },
    { title: 'ACT' },
  ]
  const rows = rules.map(({ id, since, category, application, action, argument }) => [
    id.slice(0, SHORT_ID),
    localTime(new Date(since)).day,
    category,
    plain(application),
    plain([action ?? 'any', argument ?? ''].join(' ')),
  ])
  const [head = '', ...lines] = table(columns, rows, roomOf(shell.stdout))
  shell.stdout.write([inkFor(shell.stdout, shell.env).dim(head), ...lines, ''].join('\n'))
}

/** `id` may be the beginning of one. Throws UserError where it names none, or several. */
export async function revokeCommand(shell: Shell, id: string): Promise<void> {
  const rules = await rulesOf(shell)
  const found = rules.list().filter((rule) => rule.id.startsWith(id))
  const [only] = found
  if (!only || found.length > 1) {
    throw new UserError(`${found.length === 0 ? 'No rule has' : 'Several rules have'} the id “${id}”.`)
  }
  await rules.revoke(only.id)
  shell.stdout.write(`Revoked: ${plain([only.category, only.application, only.argument ?? ''].join(' '))}\n`)
}
