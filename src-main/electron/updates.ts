// Fetches new versions, where the person has switched that on and the package says from where. Installs them when the app quits.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import { messageOf } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'

const EVERY_MS = 6 * 60 * 60 * 1000

interface UpdatesOptions {
  logger: () => Logger
  /** Called when a version was fetched and its signature (Windows, macOS) or checksum is right. */
  onReady: (version: string) => void
}

/**
 * Uses electron-updater. On Windows it compares the publisher of the fetched version with that of this app; macOS refuses a version that
 * the same team has not signed; an AppImage must have the checksum that its list, fetched by https, names.
 */
export class Updates {
  readonly #options: UpdatesOptions
  #timer: NodeJS.Timeout | null = null

  constructor(options: UpdatesOptions) {
    this.#options = options
  }

  /** False for a package without `app-update.yml`, which was built for people who fetch new versions themselves. */
  get isPossible(): boolean {
    return app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml'))
  }

  apply(wanted: boolean): void {
    if (!wanted || !this.isPossible) {
      if (this.#timer) clearInterval(this.#timer)
      this.#timer = null
    } else if (!this.#timer) {
      this.#timer = setInterval(() => void this.#check(), EVERY_MS)
      void this.#check()
    }
  }

  async #check(): Promise<void> {
    const { logger, onReady } = this.#options
    try {
      // The module reads its configuration when it is loaded, so it is loaded only here.
      const { autoUpdater } = (await import('electron-updater')).default
      autoUpdater.autoDownload = true
      autoUpdater.autoInstallOnAppQuit = true
      autoUpdater.allowDowngrade = false
      autoUpdater.logger = {
        info: (line: unknown) => logger().info(String(line)),
        warn: (line: unknown) => logger().warn(String(line)),
        error: (line: unknown) => logger().error(String(line)),
      }
      autoUpdater.removeAllListeners('update-downloaded')
      autoUpdater.once('update-downloaded', ({ version }) => onReady(version))
      await autoUpdater.checkForUpdates()
    } catch (error) {
      logger().warn(`Looking for a new version has failed: ${messageOf(error)}`)
    }
  }
}
