// Asks the app's questions in dialogs of the system, because there may be no page to show them.
import { app, dialog, type BrowserWindow } from 'electron'
import type { Texts } from './texts.ts'

/** Puts the safe answer first; it has the focus, and Escape means it. */
async function agrees(
  words: { message: string; detail: string; safe: string; other: string },
  window: BrowserWindow | null = null,
): Promise<boolean> {
  const { message, detail, safe, other } = words
  const options = {
    type: 'warning' as const,
    title: app.name,
    message,
    detail,
    buttons: [safe, other],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options))
  return response === 1
}

/** Asks whether to quit although a run goes on. */
export const asksToQuit = (texts: Texts): Promise<boolean> =>
  agrees({
    message: texts.quitQuestion,
    detail: texts.quitDetail,
    safe: texts.keepRunning,
    other: texts.quitAnyway,
  })

/** Asks whether to try a page again that has crashed repeatedly. */
export const asksToReload = async (texts: Texts, window: BrowserWindow): Promise<boolean> =>
  !(await agrees(
    {
      message: texts.crashQuestion,
      detail: texts.crashDetail,
      safe: texts.tryAgain,
      other: texts.closeWindow,
    },
    window,
  ))

export const saysThatItCannotStart = (texts: Texts, why: string): void =>
  dialog.showErrorBox(texts.cannotStart, why)
