// Runs the desktop app: Electron's main process, in the order in which things have to happen.
import { app } from 'electron'
import { deskhandHome } from '../config/home.ts'
import { drop } from '../core/control-flow.ts'
import { messageOf } from '../core/errors.ts'
import { startApplication, type Application } from './application.ts'
import { commandLineOf, runCommandLine } from './command-line.ts'
import { useDataFolder } from './data-folder.ts'
import { HIDDEN_FLAG } from './login-item.ts'
import { registerScheme, servePages } from './protocol.ts'
import { saysThatItCannotStart } from './questions.ts'
import { secureSession } from './security.ts'
import { isOnlyInstance } from './single-instance.ts'
import { textsFor } from './texts.ts'

const home = deskhandHome(process.env)
let application: Application | null = null

async function start(folder: string): Promise<void> {
  secureSession()
  servePages(home)
  application = await startApplication({ home, folder, env: process.env })
  // macOS passes no arguments to an app that it opens at login.
  const atLogin = process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin
  const isHidden = atLogin || process.argv.includes(HIDDEN_FLAG)
  if (!isHidden) application.open()
}

function endBySignal(): void {
  if (application) application.quit.withoutAsking()
  else app.exit(1)
}

function sayAndEnd(error: unknown): void {
  saysThatItCannotStart(textsFor('system', app.getLocale()), messageOf(error))
  app.exit(1)
}

/** Prints the fault, because a command has no window to show it in. */
function endWithFault(error: unknown): void {
  process.stderr.write(`Deskhand failed: ${messageOf(error)}\n`)
  app.exit(1)
}

function begin(): void {
  registerScheme()
  const folder = useDataFolder(home)
  if (!isOnlyInstance(() => application?.open())) {
    app.quit()
    return
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endBySignal)
  // This is not awaited at the top level, because Electron is ready only after this module has been evaluated.
  drop(
    app.whenReady().then(() => start(folder)),
    sayAndEnd,
  )
}

// The reader of our output may be gone (a closed terminal), which must not end the app.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
app.setName('Deskhand')
if (process.platform === 'win32') app.setAppUserModelId('app.deskhand.desktop')
app.enableSandbox()
const commandLine = commandLineOf(process.argv, app.isPackaged)
try {
  if (commandLine) drop(runCommandLine(commandLine), endWithFault)
  else begin()
} catch (error) {
  drop(app.whenReady().then(() => sayAndEnd(error)))
}
