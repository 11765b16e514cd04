// Writes the log of the program itself (not of a run): pino behind the redactor, on standard error or into a file.
import { Writable } from 'node:stream'
import pino from 'pino'
import type { SystemConfig } from '../../src-preload/contract/config.ts'
import { redact } from './redaction.ts'

export type Logger = pino.Logger

/** Writes lines of JSON to `write`, each at once; nothing reaches it unredacted. */
export function createLogger(level: SystemConfig['log_level'], write: (line: string) => void): Logger {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      write(redact(chunk.toString()))
      done()
    },
  })
  const options: pino.LoggerOptions = {
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  }
  return pino(options, stream)
}

export const silentLogger: Logger = pino({ level: 'silent' })
