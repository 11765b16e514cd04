// Starts the main window: the chat and all its views.
import { App } from './chat/app.tsx'
import { startWindow } from './state/start-window.tsx'

await startWindow(<App />)
