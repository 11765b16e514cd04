// Defines the four errors of Deskhand. An expected failure of a tool is a `Result`, not a throw.
import type { Usage } from '../../src-preload/contract/events.ts'

/** Thrown for a fault that a person can correct: the message says what to do. */
export class UserError extends Error {
  override name = 'UserError'
  /** The setting or field at fault, dotted; null when no setting is. */
  readonly key: string | null
  constructor(message: string, options: ErrorOptions & { key?: string | null } = {}) {
    super(message, options)
    this.key = options.key ?? null
  }
}

/** Thrown when a model could not be asked, or did not give a usable reply. */
export class ModelError extends Error {
  override name = 'ModelError'
  /** Usage and cost of the calls before the failure, null when there were none. It counts in the costs of the run. */
  readonly usage: Usage | null
  constructor(message: string, options: ErrorOptions & { usage?: Usage } = {}) {
    super(message, options)
    this.usage = options.usage ?? null
  }
}

/** Thrown when a tool, or the process that serves it, failed in a way that no `Result` could carry. */
export class ToolError extends Error {
  override name = 'ToolError'
}

export type StopReason = 'stopped' | 'deadline' | 'unanswered' | 'lost'

/**
 * Thrown through a run when it has to end: a person stopped it, a deadline passed, nobody could answer a question, or the
 * desktop was lost.
 */
export class StoppedError extends Error {
  override name = 'StoppedError'
  readonly reason: StopReason
  constructor(reason: StopReason, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Gives the message of anything that can be thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
