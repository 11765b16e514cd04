// Says whether an act lets the run read what the person did not write: a file, a page, a message, the output of a command.
import { documentToolDoes } from '../core/document-tools.ts'
import { kindOf, showsMail } from './applications.ts'
import { RUN_CODE } from './code-work.ts'
import { isOwnServer } from './facts.ts'
import { READING_FILE_TOOLS } from './file-work.ts'
import type { Act } from './gate.ts'

/** Kinds of windows that show the content of others. */
const SHOWS_FOREIGN = new Set(['browser', 'chat', 'viewer', 'terminal'])

export function readsForeign({ tool, target, parameters }: Act): boolean {
  // Its server answers with what it likes.
  if (!isOwnServer(tool.namespace)) return true
  if (target.kind === 'command' || READING_FILE_TOOLS.has(tool.tool_name)) return true
  if (documentToolDoes(tool.tool_name) === 'reads' || tool.tool_name === RUN_CODE) return true
  if (target.kind === 'application') {
    const words = [
      parameters.name,
      parameters.bash_command,
      ...(Array.isArray(parameters.arguments) ? parameters.arguments : []),
    ]
    return words.some(
      (word) => typeof word === 'string' && /[/\\]|^[a-z][a-z0-9+.-]+:|\.\w{1,5}$/i.test(word),
    )
  }
  const kind = kindOf(target.window)
  if (kind !== null && SHOWS_FOREIGN.has(kind)) return true
  if (showsMail(target.window?.process_name ?? '')) return true
  // The window shows a file, no matter who has opened it. Some titles have only its name.
  return tool.tool_type !== 'data_collection' && FILE.test(target.document ?? '')
}

/** A path, or a name with an ending. */
const FILE = /[/\\]|\.\p{L}[\p{L}\p{N}]{0,4}$/u
