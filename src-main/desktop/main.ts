// The program of the desktop app: Electron's main process.
import { app } from 'electron'

await app.whenReady()
