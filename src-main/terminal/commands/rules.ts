// Carries out `deskhand rules`: lists what people have allowed for good, and revokes it.
import { localTime } from '../../../src-preload/contract/words.ts'
import { userFault } from '../fault.ts'
import type { Shell } from '../shell.ts'
import { printTable, tell } from '../output/table.ts'
import { plain } from '../output/plain.ts'
import { withBridge } from '../with-bridge.ts'

/** The characters of an id that are enough to identify a rule. */
const SHORT_ID = 8

export async function rulesCommand(shell: Shell, options: { json?: boolean }): Promise<void> {
  const found = await withBridge(shell, (bridge) => bridge.call('list_rules', {}))
  const rules = found.rules.toSorted((a, b) => a.since - b.since)
  if (options.json) {
    for (const rule of rules) shell.stdout.write(`${JSON.stringify(rule)}\n`)
    return
  }
  if (rules.length === 0) {
    await tell(shell, 'Nothing is allowed for good: what needs a question is asked each time.')
    return
  }
  const columns = [
    { title: 'ID' },
    { title: 'SINCE' },
    { title: 'CATEGORY' },
    { title: 'APPLICATION', width: 24 },
    { title: 'ACT' },
  ]
  const { word } = await shell.speech()
  const rows = rules.map(({ id, since, category, application, action, argument }) => [
    id.slice(0, SHORT_ID),
    localTime(new Date(since)).day,
    category,
    plain(application),
    plain([action ?? word('any'), argument ?? ''].join(' ')),
  ])
  await printTable(shell, columns, rows)
}

/** `id` may be the beginning of an id. Throws UserError where it fits no rule, or several. */
export const revokeCommand = (shell: Shell, id: string): Promise<void> =>
  withBridge(shell, async (bridge) => {
    const { rules } = await bridge.call('list_rules', {})
    const found = rules.filter((rule) => rule.id.startsWith(id))
    const [only] = found
    if (!only || found.length > 1) {
      throw userFault(only ? `Several rules have the id “${id}”.` : `No rule has the id “${id}”.`)
    }
    await bridge.call('revoke_rule', { id: only.id })
    await tell(shell, `Revoked: ${plain([only.category, only.application, only.argument ?? ''].join(' '))}`)
  })
