// Declares how `deskhand rules` is called.
import type { Command } from 'commander'
import type { Shell } from '../shell.ts'

const load = () => import('../commands/rules.ts')

export function addRulesCommands(program: Command, shell: Shell): void {
  const rules = program
    .command('rules')
    .description('list your permanent rules')
    .option('--json', 'one rule per line, as JSON')
    .action(async (options: { json?: boolean }) => (await load()).rulesCommand(shell, options))
  rules
    .command('revoke')
    .description('revoke a rule; the act asks again')
    .argument('<id>', 'id of the rule, or its beginning')
    .action(async (id: string) => (await load()).revokeCommand(shell, id))
}
