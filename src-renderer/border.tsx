// The border of the overlay, a window of its own.
import { Border } from './overlay/border.tsx'
import { startWindow } from './state/start-window.tsx'

await startWindow(<Border />)
