// The pill of the overlay, a window of its own.
import { Pill } from './overlay/pill.tsx'
import { startWindow } from './state/start-window.tsx'

await startWindow(<Pill />)
