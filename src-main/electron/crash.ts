// Handles crashes of pages and helpers: loads the page again while its run goes on; asks about one that crashes again and again.
import { app, type BrowserWindow } from 'electron'
import type { Logger } from '../core/logger.ts'

/** How often a page is loaded again within so many milliseconds before a person is asked. */
const MAX_RELOADS = 3
const WINDOW_MS = 60_000

interface CrashOptions {
  logger: () => Logger
  /** Asks whether to try the page again. */
  ask: (window: BrowserWindow) => Promise<boolean>
  now?: () => number
}

/** Watches one window. */
export function reloadAfterCrash(window: BrowserWindow, { logger, ask, now = Date.now }: CrashOptions): void {
  const { webContents } = window
  let reloads: number[] = []
  const retry = async () => {
    if (await ask(window)) {
      reloads = []
      reload()
    } else if (!window.isDestroyed()) window.destroy()
  }
  const reload = () => {
    if (window.isDestroyed()) return
    reloads.push(now())
    webContents.reload()
  }
  webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    logger().error({ reason, exitCode, page: webContents.getURL() }, 'A page has crashed.')
    reloads = reloads.filter((time) => now() - time < WINDOW_MS)
    if (reloads.length < MAX_RELOADS) reload()
    else void retry()
  })
}

/** Logs defects of this process, too; Electron shows them in a box and goes on. */
export function logDefects(logger: () => Logger): void {
  process.on('uncaughtExceptionMonitor', (error) => {
    logger().error({ stack: error.stack }, `A defect of the app: ${error.message}`)
  })
}

/** Logs the end of the GPU process and of utility processes. Their keepers restart those that a run needs. */
export function logGoneProcesses(logger: () => Logger): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName, name }) => {
    const level = reason === 'clean-exit' || reason === 'killed' ? 'info' : 'error'
    logger()[level]({ type, reason, exitCode, serviceName, name }, 'A process of the app is gone.')
  })
}
