// The quick request, a window of its own.
import { Quick } from './quick/quick.tsx'
import { startWindow } from './state/start-window.tsx'

await startWindow(<Quick />)
