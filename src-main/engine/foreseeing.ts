// Looks ahead on the present screen: finds what an act would meet, and what the gate would say. Nothing is done.
import type { foreseenActSchema, ForeseenStep } from '../../src-preload/contract/calls/desktop.ts'
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import { foreseen as because } from '../../src-preload/contract/foreseen-words.ts'
import type { Route } from '../core/command.ts'
import type { Observation, TargetDescription } from '../core/desktop.ts'
import type { RunControl } from '../core/run-control.ts'
import type { z } from 'zod'
import { observe } from './inspect.ts'
import type { Stack } from './stack.ts'

type ForeseenAct = z.infer<typeof foreseenActSchema>

/** `fault`: why it can’t be done; null where it can. */
export interface Foreseen {
  act: ForeseenAct | null
  target: TargetDescription | null
  fault: CodedText | null
}

export interface Eyes {
  /** Reads the desktop and the controls of a window, which stays chosen from then on. */
  look(window: string | null, picture?: boolean): Promise<Observation>
  foresee(tool: string, parameters: Record<string, unknown>, route: Route): Promise<Foreseen>
}

export const createEyes = (stack: Stack, run: RunControl): Eyes => ({
  look: (window_id, picture = false) =>
    observe(
      stack,
      { window_id, controls: window_id !== null, picture: picture && window_id !== null ? 'window' : 'none' },
      run,
    ),
  async foresee(tool_name, parameters, route) {
    const foreseen = await stack.dispatcher.foresee(
      { tool_name, parameters, tool_type: 'action' },
      route,
      run,
    )
    if ('fault' in foreseen)
      return { act: null, target: null, fault: because('not_found', { reason: foreseen.fault }) }
    const { words, target, judgement } = foreseen
    const { control, window } = target
    const { decision, categories, reason } = judgement
    const act: ForeseenAct = {
      tool_name,
      parameters,
      words,
      control: control ? { role: control.role, name: control.name, window: window?.title ?? null } : null,
      asks: decision === 'ask' ? { categories, reason } : null,
    }
    return { act, target, fault: decision === 'refuse' ? because('refused', { reason }) : null }
  },
})

export const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

/** The outcomes of a step's parts, the gravest first: the gravest one is the outcome of the step. */
const GRAVITY: readonly ForeseenStep['outcome'][] = ['cannot', 'later', 'would_do']

export function joined(words: string, parts: readonly Omit<ForeseenStep, 'words'>[]): ForeseenStep {
  const reasons = new Map(parts.flatMap((part) => part.reasons.map((each) => [JSON.stringify(each), each])))
  return {
    words,
    outcome: GRAVITY.find((each) => parts.some(({ outcome }) => outcome === each)) ?? 'would_do',
    acts: parts.flatMap(({ acts }) => acts),
    reasons: [...reasons.values()],
  }
}
