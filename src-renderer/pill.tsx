// Starts the window of the overlay's pill.
import { Pill } from './overlay/pill.tsx'
import { startWindow } from './state/start-window.tsx'

await startWindow(<Pill />)
