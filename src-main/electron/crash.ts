// Pages and helpers that crash: a page is loaded again and its run goes on meanwhile; one that crashes again and again is left.
import { app, type BrowserWindow } from 'electron'
import type { Logger } from '../core/logger.ts'

/** Times that a page is loaded again within so many milliseconds, before a person is asked. */
const RELOADS = 3
const WINDOW_MS = 60_000

interface CrashOptions {
  logger: () => Logger
  /** Whether to try it again. */
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
    if (reloads.length < RELOADS) reload()
    else void retry()
  })
}

/** Electron shows a defect of this very process in a box and goes on; the log shall have it, too. */
export function logDefects(logger: () => Logger): void {
  process.on('uncaughtExceptionMonitor', (error) => {
    logger().error({ stack: error.stack }, `A defect of the app: ${error.message}`)
  })
}

/** The GPU process and utility processes. Those that a run needs are started again by their keepers. */
export function logGoneProcesses(logger: () => Logger): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName, name }) => {
    const level = reason === 'clean-exit' || reason === 'killed' ? 'info' : 'error'
    logger()[level]({ type, reason, exitCode, serviceName, name }, 'A process of the app is gone.')
  })
}
