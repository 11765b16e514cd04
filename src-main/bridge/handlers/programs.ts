// Answers the calls by which other programs use Deskhand.
import type { programCalls } from '../../../src-preload/contract/calls/programs.ts'
import type { Handlers } from '../handler.ts'
import type { ClientModels } from '../client-models.ts'
import type { ProgramDesktops } from '../program-desktops.ts'
import type { Serving } from '../serving.ts'
import type { ShellPort } from '../shell-port.ts'

interface ProgramHandlersOptions {
  programs: ProgramDesktops
  clientModels: ClientModels
  serving: Pick<Serving, 'programs' | 'servePrograms' | 'stopServingPrograms'>
  shell: Pick<ShellPort, 'command'>
}

export const programHandlers = ({
  programs,
  clientModels,
  serving,
  shell,
}: ProgramHandlersOptions): Handlers<keyof typeof programCalls> => ({
  list_own_tools: async () => {
    const { ownTools } = await import('../../engine/own-tools.ts')
    return { tools: await ownTools() }
  },
  open_desktop: (wanted, caller) => programs.open(wanted, caller),
  use_desktop: (wanted, caller) => programs.use(wanted, caller),
  cancel_use: (wanted, caller) => {
    programs.cancel(wanted, caller)
    return {}
  },
  close_desktop: ({ desktop }, caller) => {
    programs.close(desktop, caller)
    return {}
  },
  answer_model: (answer, caller) => {
    clientModels.answer(answer, caller)
    return {}
  },
  programs_setup: () => {
    const [command = 'deskhand', ...args] = shell.command()
    return { command, args: [...args, 'mcp'], served: serving.programs }
  },
  serve_programs: (wanted) => serving.servePrograms(wanted),
  stop_serving_programs: async () => {
    await serving.stopServingPrograms()
    return {}
  },
})
