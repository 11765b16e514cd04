// Starts the window of the quick request.
import { Quick } from './quick/quick.tsx'
import { startWindow } from './state/start-window.tsx'

await startWindow(<Quick />)
