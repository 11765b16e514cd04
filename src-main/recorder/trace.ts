// Writes where the time of a run went, in the Trace Event Format that Perfetto and the viewer of Chrome (chrome://tracing) read.
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { UserError } from '../core/errors.ts'
import { readEvents } from './read-journal.ts'
import type { RunFolder } from './run-folder.ts'

/** Rows of the viewer, from above: a longer span contains those below it. */
const ROWS = ['run', 'rounds', 'steps', 'parts of a step'] as const
type Row = (typeof ROWS)[number]

/** Times are in milliseconds since 1970. */
interface Span {
  row: Row
  name: string
  from: number
  to: number
  args: Record<string, unknown>
}

/** Returns the trace of a run as JSON. Throws UserError for a run without events. */
export async function traceOf(folder: RunFolder): Promise<string> {
  const events = await readEvents(folder.eventsPath)
  if (events.length === 0) throw new UserError(`The run “${folder.name}” has recorded nothing to report.`)
  return JSON.stringify(renderTrace(events))
}

/** `ts` and `dur` of the trace are in microseconds; the run begins at 0. */
export function renderTrace(events: readonly SessionEvent[]): object {
  const begin = events[0]?.ts ?? 0
  const head = { pid: 1, cat: 'deskhand' }
  const names = ROWS.map((name, tid) => ({ ...head, ph: 'M', name: 'thread_name', tid, args: { name } }))
  const spans = spansOf(events).map(({ row, name, from, to, args }) => ({
    ...head,
    ph: 'X',
    name,
    tid: ROWS.indexOf(row),
    ts: (from - begin) * 1000,
    dur: (to - from) * 1000,
    args,
  }))
  return { displayTimeUnit: 'ms', traceEvents: [...names, ...spans] }
}

/** Makes the spans. An open span lasts until the last event: the run goes on, or was killed there. */
function spansOf(events: readonly SessionEvent[]): Span[] {
  const spans: Span[] = []
  const open = new Map<string, Omit<Span, 'to'>>()
  const begin = (key: string, span: Omit<Span, 'to'>) => open.set(key, span)
  const end = (key: string, to: number, args: Record<string, unknown> = {}) => {
    const span = open.get(key)
    if (!span) return
    open.delete(key)
    spans.push({ ...span, to, args: { ...span.args, ...args } })
  }
  const lasted = (name: string, ts: number, ms: number, args: Record<string, unknown> = {}) => {
    // An observation from the step before may serve this one; its time counts there.
    const since = (open.get('step') ?? open.get('run'))?.from ?? ts
    spans.push({ row: 'parts of a step', name, from: Math.max(ts - ms, since), to: ts, args })
  }
  let decidedAt: number | null = null
  for (const event of events) {
    const { ts } = event
    switch (event.type) {
      case 'run_started':
        begin('run', { row: 'run', name: event.task, from: ts, args: { strategy: event.strategy } })
        break
      case 'round_started':
        begin('round', { row: 'rounds', name: event.request, from: ts, args: {} })
        break
      case 'step_started':
        begin('step', { row: 'steps', name: `${event.step ?? 0} ${event.agent}`, from: ts, args: {} })
        break
      case 'observed':
        lasted('observe', ts, event.ms, { windows: event.windows, controls: event.controls })
        break
      case 'model_replied':
        lasted(`model (${event.role})`, ts, event.ms, { model: event.model, ...event.usage })
        break
      case 'decided':
        decidedAt = ts
        break
      case 'gate_decided':
        // The time from the decision (or the end of the act before) goes into finding the target and judging the consequences.
        if (decidedAt !== null)
          lasted('aim and gate', ts, ts - decidedAt, { decision: event.decision, rule: event.rule })
        break
      case 'question_asked':
        begin(event.question, {
          row: 'parts of a step',
          name: 'question',
          from: ts,
          args: { kind: event.kind },
        })
        break
      case 'question_answered':
        end(event.question, ts, { by: event.by })
        break
      case 'act_started':
        begin(event.call_id, { row: 'parts of a step', name: event.tool_name, from: ts, args: {} })
        break
      case 'act_finished':
        end(event.call_id, ts, { status: event.status })
        decidedAt = ts
        break
      case 'effect_verified':
        lasted('verify', ts, event.ms, { effect: event.effect })
        decidedAt = ts
        break
      case 'step_finished':
        end('step', ts, { status: event.status, ...event.times })
        decidedAt = null
        break
      case 'round_finished':
        end('round', ts, { status: event.status })
        break
      case 'session_finished':
        end('run', ts, { status: event.status })
        break
      default:
    }
  }
  const last = events.at(-1)?.ts ?? 0
  for (const key of open.keys()) end(key, last, { ended: false })
  return spans.toSorted((a, b) => a.from - b.from || b.to - a.to)
}
