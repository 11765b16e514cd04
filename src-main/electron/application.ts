// Puts the desktop app together: windows, overlay, tray, keys and the engine behind the bridge.
import { join } from 'node:path'
import { app, nativeTheme, utilityProcess } from 'electron'
import { createBridge } from '../bridge/create-bridge.ts'
import type { Router } from '../bridge/router.ts'
import { drop } from '../core/control-flow.ts'
import { messageOf } from '../core/errors.ts'
import { createEngine } from '../engine.ts'
import { appShell, systemLocale } from './app-shell.ts'
import { ChatWindow } from './chat-window.ts'
import { logDefects, logGoneProcesses, reloadAfterCrash } from './crash.ts'
import { Gate } from './gate.ts'
import { appIconPath } from './icons.ts'
import { followSession, followSystem, quitWithWindow } from './life.ts'
import { setOpenAtLogin } from './login-item.ts'
import { setMenu } from './menu.ts'
import { Notifier } from './notifications.ts'
import { RunObserver } from './observer.ts'
import { Overlay } from './overlay.ts'
import { ownWindows } from './own-windows.ts'
import { SleepBlocker } from './power.ts'
import { asksToQuit, asksToReload } from './questions.ts'
import { QuickWindow } from './quick.ts'
import { Quit } from './quit.ts'
import { RecentRuns } from './recent-runs.ts'
import { Shortcuts } from './shortcuts.ts'
import { textsFor } from './texts.ts'
import { Tray } from './tray.ts'
import { Updates } from './updates.ts'
import { utilityProgramStarter } from './utility-program.ts'
import { WindowState } from './window-state.ts'
import { Windows } from './windows.ts'

interface ApplicationOptions {
  /** DESKHAND_HOME. */
  home: string
  /** The folder in which the app keeps its own things. */
  folder: string
  env: NodeJS.ProcessEnv
}

export interface Application {
  open(): void
  quit: Quit
}

/** Starts the app; call it when Electron is ready. Throws UserError where the engine can't be made. */
export async function startApplication({ home, folder, env }: ApplicationOptions): Promise<Application> {
  const state = new WindowState(join(folder, 'windows.json'))
  const connect: Router['connect'] = (push) => bridge.connect(push)
  const logger = () => engine.logger
  const settings = () => engine.config.app
  // On macOS an app stays open without windows, as is usual there.
  const hidesChat = () => process.platform === 'darwin' || settings().close_to_tray
  const texts = () => textsFor(settings().language, systemLocale())

  const gate = new Gate({ connect, logger })
  const windows = new Windows({
    gate,
    logger,
    icon: appIconPath(),
    mayHide: (kind) => !quit.isEnding && (kind !== 'chat' || hidesChat()),
  })
  const chat = new ChatWindow(windows, state)
  const quick = new QuickWindow(windows)
  const overlay = new Overlay({ windows, state, isWanted: () => settings().overlay })
  const shortcuts = new Shortcuts({
    quick: () => quick.toggle(),
    pause: () => pauseOrResume(),
    terminate: () => {
      for (const { run } of observer.busy) observer.control(run, 'stop')
    },
  })

  const engine = await createEngine({
    home,
    env,
    printLog: (line) => process.stderr.write(line),
    startProgram: utilityProgramStarter((...given) => utilityProcess.fork(...given)),
    ownWindows: ownWindows(windows, overlay),
    lenient: true,
  })
  const bridge = createBridge({
    engine,
    shell: appShell({
      windows,
      chat,
      overlay,
      shortcuts,
      kindOf: (caller) => windows.kindOf(gate.contentsOf(caller)),
    }),
  })

  const quit = new Quit({
    isBusy: () => observer.busy.length > 0,
    ask: () => asksToQuit(texts()),
    cleanUp: async () => {
      bridge[Symbol.dispose]()
      await Promise.all([bridge.serving[Symbol.asyncDispose](), engine[Symbol.asyncDispose](), state.save()])
    },
    quit: () => app.quit(),
    onTrouble: (what) => logger().error(messageOf(what)),
  })
  const observer = new RunObserver(connect)
  const recent = new RecentRuns(connect, () => drawTray())
  const tray = new Tray(
    {
      open: () => chat.open(),
      openRun: (run) => chat.open('run', run),
      quick: () => quick.toggle(),
      control: (run, wish) => observer.control(run, wish),
      quit: () => app.quit(),
    },
    texts,
  )
  const drawTray = () =>
    tray.show({
      glance: observer.glance,
      busy: observer.busy,
      recent: recent.all,
      shortcuts: shortcuts.registered,
    })
  const notifier = new Notifier({
    texts,
    isWanted: () => settings().notifications && !chat.isInFront,
    open: (run) => chat.open(run === null ? null : 'run', run),
  })
  const sleepBlocker = new SleepBlocker()
  const updates = new Updates({
    logger,
    onReady: (version) =>
      notifier.tell({ run: null, title: texts().updateReady(version), body: texts().updateDetail }),
  })
  const pauseOrResume = () => {
    const [view] = observer.busy
    if (view) observer.control(view.run, view.paused ? 'resume' : 'pause')
  }

  /** Applies the configuration, at the start and after each change of it. */
  const configure = () => {
    const { shortcuts: keys, theme, open_at_login, update_automatically } = settings()
    nativeTheme.themeSource = theme
    if (shortcuts.apply(keys)) bridge.tellState()
    setMenu(texts(), { settings: () => chat.open('settings'), newRequest: () => chat.open('new') })
    updates.apply(update_automatically)
    drop(setOpenAtLogin(open_at_login, env), (error) => logger().warn(messageOf(error)))
    overlay.update(observer.views)
    drawTray()
  }
  connect((push) => {
    if (push.push === 'config') configure()
  })
  observer.onSeen((seen) => notifier.see(seen))
  observer.onChanged(() => {
    drawTray()
    overlay.update(observer.views)
    sleepBlocker.update(observer.busy)
  })
  windows.onMade((window, kind) => {
    reloadAfterCrash(window, { logger, ask: (crashed) => asksToReload(texts(), crashed) })
    followSession(window, quit)
    if (kind === 'chat') quitWithWindow(window, quit, hidesChat)
  })
  logGoneProcesses(logger)
  logDefects(logger)
  followSystem({
    quit,
    open: () => chat.open(),
    atEnd: () => {
      shortcuts.release()
      tray.destroy()
    },
  })
  configure()
  return { open: () => chat.open(), quit }
}
