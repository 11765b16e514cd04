// Starts the window of the overlay's border.
import { Border } from './overlay/border.tsx'
import { startWindow } from './state/start-window.tsx'

await startWindow(<Border />)
