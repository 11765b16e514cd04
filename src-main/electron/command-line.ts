// Runs the `deskhand` command inside the installed app, which is the only program there; opens no window.
import { app, utilityProcess } from 'electron'
import { openBridge } from '../bridge/client.ts'
import { startTerminal } from '../terminal/start.ts'
import { utilityProgramStarter } from './utility-program.ts'

const WITHOUT_COMMAND = new Set(['-h', '--help', '-V', '--version'])

/** Gives the words of the command; null where the app itself is to start, which takes only options of Electron and Chromium. */
export function commandLineOf(argv: readonly string[], isPackaged: boolean): string[] | null {
  // Unpackaged Electron has the app's folder as its first argument.
  const args = argv.slice(isPackaged ? 1 : 2).filter((arg) => !arg.startsWith('--ozone-platform='))
  const [first] = args
  if (first === undefined || (first.startsWith('-') && !WITHOUT_COMMAND.has(first))) return null
  return args
}

/**
 * Gives the command that starts this program. An AppImage is started by its own file, because it is unpacked to another place each time.
 */
export const ownCommand = (): string[] => [
  process.env['APPIMAGE'] ?? process.execPath,
  ...(app.isPackaged ? [] : [app.getAppPath()]),
]

/** Carries out one command line and ends. Child programs start only when Electron is ready. */
export async function runCommandLine(args: string[]): Promise<void> {
  await app.whenReady()
  const startProgram = utilityProgramStarter((...given) => utilityProcess.fork(...given))
  await startTerminal({
    args,
    version: app.getVersion(),
    openBridge: (options) => Promise.resolve(openBridge({ ...options, startProgram, command: ownCommand() })),
    exit: (code) => app.exit(code),
  })
}
