// Defines commands on their way over the line: each has its call_id, by which both sides know it.
import { failure, type Command, type Result } from '../../core/command.ts'

export type Called = Command & { call_id: string }

/** Says whether a command is recorded as an act: not the seeds' meta tool, nor an action that names no tool. */
export const isAct = ({ tool_type, tool_name }: Command): boolean =>
  tool_type === 'action' && tool_name !== 'list_tools' && tool_name !== ''

export const allFailed = (commands: readonly Called[], code: Result['code'], why: string): Result[] =>
  commands.map((command) => failure(command, code, why))
