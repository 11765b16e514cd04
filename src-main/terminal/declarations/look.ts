// Declares how the machine and its desktop are looked at: checks, tools, windows, controls.
import type { Command } from 'commander'
import type { DoctorOptions, LookOptions } from '../commands/look.ts'
import { displayOption } from '../options.ts'
import type { Shell } from '../shell.ts'

const load = () => import('../commands/look.ts')

export function addLookCommands(program: Command, shell: Shell, setCode: (code: number) => void): void {
  const looking = (name: string, description: string) =>
    program.command(name).description(description).addOption(displayOption()).option('--json', 'as JSON')
  looking('doctor', 'check this machine, and say how to fix what fails')
    .option('--report [run]', 'print what belongs into a bug report, with this run; nothing is sent')
    .action(async (options: DoctorOptions) => setCode(await (await load()).doctorCommand(shell, options)))
  const tools = looking('tools', 'list the tools of each agent; --json prints their schemas').action(
    async (options: LookOptions) => (await load()).toolsCommand(shell, options),
  )
  tools
    .command('test')
    .description("test the planner's tools that are set up")
    .argument('[name]', 'one of them, for example subtask_planner')
    .option('--json', 'as JSON')
    .action(async (name: string | undefined, options: { json?: boolean }) => {
      setCode(
        await (await import('../commands/tools-test.ts')).toolsTestCommand(shell, name ?? null, options),
      )
    })
  looking('windows', 'list the windows of the desktop').action(async (options: LookOptions) =>
    (await load()).windowsCommand(shell, options),
  )
  looking('tree', 'show the controls of a window')
    .argument('[window]', 'id, title or application (default: the active window)')
    .action(async (window: string | undefined, options: LookOptions) =>
      (await load()).treeCommand(shell, window, options),
    )
}
