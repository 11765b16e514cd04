// Defines where a session says what happens. The journal of `recorder/` implements it.
import type { EventBody, SessionEvent } from '../../src-preload/contract/events.ts'

export interface EventSink {
  /** Appends the event, then calls every listener. Round and step come from the session's Context. */
  emit(body: EventBody): SessionEvent
  /** Returns when all that was emitted is on the disk. Called before each act and at each question. */
  sync(): Promise<void>
  /** Calls back with every event after it was appended; the returned function ends it. */
  subscribe(listener: (event: SessionEvent) => void): () => void
}
