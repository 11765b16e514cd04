import { expect, test } from 'vitest'
import type { Clock } from '../../../core/clock.ts'
import { RunControl } from '../../../core/run-control.ts'
import {
  ScriptedPlatform,
  scriptedElement as element,
  scriptedWindow,
  type ScriptedWindow,
} from '../../../platform/testing/scripted.ts'
import { closeWindows } from './closing-windows.ts'

let time = 0
/** Passes at once whatever time is waited. */
const clock: Clock = {
  now: () => time,
  monotonic: () => time,
  elapsed: () => time,
  after: (ms, callback) => {
    const soon = setImmediate(() => {
      time += ms
      callback()
    })
    return () => clearImmediate(soon)
  },
}
const run = new RunControl({ clock })
const titles = ({ shown }: ScriptedPlatform) => shown.map(({ title }) => title)
const saved = (title: string) => scriptedWindow({ title, processName: 'editor' })

/** Windows that ask something before they close; the question has a button `giveUp`. */
function asking(
  windows: ScriptedWindow[],
  those: string[],
  giveUp = 'Close _without Saving',
): ScriptedPlatform {
  const platform = new ScriptedPlatform(windows)
  platform.onClose = (there, { title, handle, processName }) => {
    if (!those.includes(title)) return there.close(handle)
    const question = scriptedWindow({ title: 'Save changes?', processName, kind: 'dialog' })
    const onPress = () => [handle, question.handle].forEach((one) => there.close(one))
    question.elements = [element('button', 'Cancel'), element('button', giveUp, { onPress })]
    there.open(question)
  }
  return platform
}

test('what has nothing to lose is closed; what asks is told and left as it was, with its question cancelled', async () => {
  const platform = asking([saved('Letter - Writer'), saved('Saved')], ['Letter - Writer'])
  expect(await closeWindows(platform, [], run)).toMatchObject([
    { title: 'Letter - Writer', process_name: 'editor', unsaved: true },
  ])
  expect(titles(platform)).toEqual(['Letter - Writer'])
})

test('where a title marks unsaved work nothing is closed before its person has answered', async () => {
  const platform = asking([saved('*a.txt - Mousepad'), saved('Saved')], [])
  expect(await closeWindows(platform, [], run)).toMatchObject([{ title: '*a.txt - Mousepad', unsaved: true }])
  expect(titles(platform)).toEqual(['*a.txt - Mousepad', 'Saved'])
})

test.each(['Close _without Saving', 'Don’t Save', 'Discard', '不保存'])(
  'work is given up by the application’s own “%s”, and only where it was said',
  async (giveUp) => {
    const platform = asking([saved('One'), saved('Other')], ['One', 'Other'], giveUp)
    const [one] = platform.shown
    expect(await closeWindows(platform, [one?.handle ?? ''], run)).toMatchObject([{ title: 'Other' }])
    expect(titles(platform)).toEqual(['Other'])
  },
)

test('a window behind its dialog is closed after that', async () => {
  const about = scriptedWindow({ title: 'About', processName: 'editor', kind: 'dialog', modal: true })
  const platform = new ScriptedPlatform([about, saved('Saved')])
  platform.onClose = (there, { title, handle }) => {
    if (title === 'About' || !there.shown.some(({ kind }) => kind === 'dialog')) there.close(handle)
  }
  expect(await closeWindows(platform, [], run)).toEqual([])
  expect(titles(platform)).toEqual([])
})

test('a window that takes its time to close is not told as one with unsaved work', async () => {
  const platform = new ScriptedPlatform([saved('fruit.xlsx - Calc')])
  let due = Infinity
  platform.onClose = () => (due = time + 8000)
  const windows = platform.windows.bind(platform)
  platform.windows = (during) => {
    if (time >= due) platform.shown.forEach(({ handle }) => platform.close(handle))
    return windows(during)
  }
  expect(await closeWindows(platform, [], run)).toEqual([])
})

test('a window whose menu is open is closed, too', async () => {
  const menus = ['View', 'Zoom'].map((title) =>
    scriptedWindow({ title, processName: 'editor', kind: 'popup' }),
  )
  const platform = new ScriptedPlatform([saved('Saved'), ...menus])
  platform.pressKey = () => {
    const top = platform.shown.findLast(({ kind }) => kind === 'popup')
    if (top) platform.close(top.handle)
    return Promise.resolve()
  }
  platform.onClose = (there, { handle }) => {
    if (!there.shown.some(({ kind }) => kind === 'popup')) there.close(handle)
  }
  expect(await closeWindows(platform, [], run)).toEqual([])
  expect(titles(platform)).toEqual([])
})

test('an application that does not answer is told as such', async () => {
  const platform = new ScriptedPlatform([saved('Hung')])
  platform.onClose = () => {}
  expect(await closeWindows(platform, [], run)).toMatchObject([{ title: 'Hung', unsaved: false }])
})
