// Lists the words of menus, notifications and questions that the system draws, in every language of the windows.
import type { Config } from '../../src-preload/contract/config.ts'

const en = {
  open: 'Open Deskhand',
  quickRequest: 'Quick request…',
  pause: 'Pause',
  resume: 'Resume',
  terminate: 'Terminate',
  quit: 'Quit…',
  settings: 'Settings…',
  newRequest: 'New request',
  recent: 'Recent',
  idle: 'Nothing is running',
  running: (step: number | null) => (step === null ? 'Running' : `Running · step ${String(step)}`),
  paused: 'Paused',
  asks: 'Needs you',
  finished: 'Done',
  failed: 'Not done',
  unsure: 'Not sure',
  asksYou: 'Deskhand needs you',
  asksExperience: 'Shall it remember what worked?',
  quitQuestion: 'A run is still going on. Quit and terminate it?',
  quitDetail: 'What it has done stays. The run is shown in the history as stopped.',
  quitAnyway: 'Terminate and quit',
  keepRunning: 'Keep running',
  crashQuestion: 'The window has crashed several times.',
  crashDetail: 'The runs go on without it. Its log has more.',
  tryAgain: 'Try again',
  closeWindow: 'Close the window',
  cannotStart: 'Deskhand can’t start',
  updateReady: (version: string) => `Version ${version} is there`,
  updateDetail: 'It is installed when you quit.',
}
type Texts = typeof en

const zh: Texts = {
  open: '打开 Deskhand',
  quickRequest: '快速请求…',
  pause: '暂停',
  resume: '继续',
  terminate: '终止',
  quit: '退出…',
  settings: '设置…',
  newRequest: '新请求',
  recent: '最近',
  idle: '没有正在运行的任务',
  running: (step) => (step === null ? '正在运行' : `正在运行 · 第 ${String(step)} 步`),
  paused: '已暂停',
  asks: '需要您处理',
  finished: '已完成',
  failed: '未完成',
  unsure: '不确定是否完成',
  asksYou: 'Deskhand 需要您',
  asksExperience: '要记住这次有效的做法吗？',
  quitQuestion: '仍有任务在运行。要终止它并退出吗？',
  quitDetail: '已经完成的操作会保留。该任务在历史记录中显示为已停止。',
  quitAnyway: '终止并退出',
  keepRunning: '继续运行',
  crashQuestion: '窗口多次崩溃。',
  crashDetail: '任务会在没有窗口的情况下继续。详情见日志。',
  tryAgain: '重试',
  closeWindow: '关闭窗口',
  cannotStart: 'Deskhand 无法启动',
  updateReady: (version) => `新版本 ${version} 已就绪`,
  updateDetail: '退出时自动安装。',
}

export type { Texts }

/** @param locale the system's, a BCP 47 tag */
export function textsFor(language: Config['app']['language'], locale: string): Texts {
  const chosen = language === 'system' ? locale : language
  return chosen.toLowerCase().startsWith('zh') ? zh : en
}
