// A journal that keeps nothing: for figures that are not about the record.
import type { EventSink } from '../../src-main/core/event-sink.ts'

export const noRecord: EventSink = {
  emit: (body) => ({ v: 1, seq: 0, ts: 0, run: 'bench', round: null, step: null, ...body }),
  sync: () => Promise.resolve(),
  subscribe: () => () => {},
}
