// Writes deskhand.log: what the program itself says, beside what its runs record.
import { appendFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SystemConfig } from '../../src-preload/contract/config.ts'
import { makeFolder } from '../core/folder.ts'
import { createLogger, type Logger } from '../core/logger.ts'

/** In bytes; after that a new file is begun, and the one before is kept as `deskhand.log.1`. */
const MAX_BYTES = 5_000_000

export const programLogPath = (home: string): string => join(home, 'deskhand.log')

interface ProgramLogOptions {
  home: string
  config: Pick<SystemConfig, 'log_level' | 'print_log'>
  /** Also gets the lines where `print_log` is set: standard error. */
  print: (line: string) => void
}

/** Opens a log that never throws: a line that can't be written is lost. Several processes may write to one file. */
export function openProgramLog({ home, config, print }: ProgramLogOptions): Logger {
  return createLogger(config.log_level, (line) => {
    attempt(() => append(home, line))
    if (config.print_log) attempt(() => print(line))
  })
}

/** Opens the file for each line, because another process may have renamed it meanwhile. */
function append(home: string, line: string): void {
  const path = programLogPath(home)
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) makeFolder(home)
  else if (size + Buffer.byteLength(line) > MAX_BYTES) renameSync(path, `${path}.1`)
  appendFileSync(path, line, { mode: 0o600 })
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // Nobody is left to read a warning.
  }
}
