// Defines commands on their way over the line: each has its call_id, by which both sides know it.
import { failure, type Command, type Result } from '../../core/command.ts'

export type Called = Command & { call_id: string }

/** Tells whether a command is recorded as an act; the seeds' meta tool and an action without a tool are not. */
export const isAct = ({ tool_type, tool_name }: Command): boolean =>
  tool_type === 'action' && tool_name !== 'list_tools' && tool_name !== ''

export const allFailed = (commands: readonly Called[], code: Result['code'], why: string): Result[] =>
  commands.map((command) => failure(command, code, why))
