// Describes targets of acts: one that no desktop has resolved, and the summary of one for the record.
import type { TargetSummary } from '../../src-preload/contract/events.ts'
import { targetDescriptionSchema, type TargetDescription } from '../core/desktop.ts'

/** Makes a target that no desktop has resolved. */
export function plainTarget(kind: TargetDescription['kind'], text: string | null): TargetDescription {
  return {
    kind,
    window: null,
    control: null,
    text,
    point: null,
    terminal: false,
    unsaved: null,
    overwrites: null,
    default_button: null,
    fingerprint: '',
  }
}

/** Parses a target. Throws a ZodError for any other answer of the desktop process. */
export const parseTarget = (value: unknown): TargetDescription => targetDescriptionSchema.parse(value)

export function summaryOf(target: TargetDescription): TargetSummary {
  return {
    kind: target.kind,
    application: target.window?.application ?? (target.kind === 'application' ? target.text : null),
    window: target.window?.title ?? null,
    role: target.control?.role ?? null,
    name: target.control?.name ?? target.text,
    bounds: target.control?.bounds ?? null,
    point: target.point,
  }
}
