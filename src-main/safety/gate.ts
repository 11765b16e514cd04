// Defines the gate between deciding and acting: the dispatcher of the machine that acts judges each act once.
import type { Decision, SafetyCategory } from '../../src-preload/contract/safety.ts'
import type { MCPToolInfo, Route } from '../core/command.ts'
import type { TargetDescription } from '../core/desktop.ts'
import type { RunControl } from '../core/run-control.ts'

/** One act as the gate judges it. */
export interface Act {
  call_id: string
  tool: MCPToolInfo
  parameters: Record<string, unknown>
  target: TargetDescription
  /** The application that the run has chosen. */
  route: Route
  /** Whether the model wants a person to be asked. */
  confirm: boolean
  /** Its server says something else of the tool than when a person allowed it. */
  tool_changed?: true
  /** In plain words, for the question and the record. */
  words: string
}

export interface Judgement {
  decision: Decision
  categories: SafetyCategory[]
  /** Name of the rule that decided. */
  rule: string
  reason: string
}

/** The gate's decision about an act. `user_confirm` is null when nobody had to be asked. */
export interface Admission extends Judgement {
  admitted: boolean
  user_confirm: 'yes' | 'no' | null
  /** The person's reason for a refusal, in their words. */
  why?: string | null
}

export interface Gate {
  /** Reads in which language the act's application speaks, before `judge`; `admit` does that itself. */
  prepare(act: Act): Promise<void>
  /** Judges by rules alone; asks nobody. */
  judge(act: Act): Judgement
  /**
   * Judges, asks a person where it has to, and answers for this one act. Throws StoppedError with reason `unanswered`
   * when a person would have to be asked and there is none.
   */
  admit(act: Act, run: RunControl): Promise<Admission>
}
