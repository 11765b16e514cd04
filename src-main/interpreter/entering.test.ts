import { expect, test } from 'vitest'
import type { Control, WindowInfo } from '../core/desktop.ts'
import { testWindow } from '../core/testing/desktop.ts'
import { enterFolder } from './entering.ts'
import { didIn, partsOf, sceneIn } from './testing/scenes.ts'
import type { TrailStep } from './progress.ts'

const windowOf = (title: string, process_name = 'thunar'): WindowInfo =>
  testWindow({ id: 'main', title, process_name })
const main = windowOf('docs - Thunar')
const part = partsOf(main)
const SHOWN = [part('cell', 'a.txt'), part('cell', 'Backup', ['selected'])]

const entered = (window: WindowInfo, controls: Control[], trail: TrailStep[]) =>
  enterFolder(
    { kind: 'click', control: 'Backup', button: 'left', double: true, enters: true, words: 'go into it' },
    sceneIn(window, { controls, windows: [window], trail }),
  )
const opened = didIn('plain', null, [{ function: 'click_input' }])
const again = didIn('again', null, [{ function: 'click_input' }])
const waited = didIn('wait', null, [{ function: 'wait' }])

test('a folder is opened by a double click, and is open once its item is gone or the title names it', () => {
  expect(entered(main, SHOWN, [])).toMatchObject({
    do: 'act',
    phase: 'plain',
    actions: [{ arguments: { id: 'cell Backup', double: true } }],
  })
  expect(entered(main, [part('cell', 'keep.txt')], [opened])).toEqual({ do: 'done' })
  expect(entered(windowOf('Backup - Thunar'), SHOWN, [opened])).toEqual({ do: 'done' })
  expect(entered(windowOf('/home/ada/docs/Backup'), SHOWN, [opened])).toEqual({ do: 'done' })
})

test('a folder that was only selected is opened once more, and then told as not open', () => {
  expect(entered(main, SHOWN, [opened])).toMatchObject({ phase: 'wait' })
  expect(entered(main, SHOWN, [opened, waited, waited])).toMatchObject({ do: 'act', phase: 'again' })
  expect(entered(main, SHOWN, [opened, waited, waited, again, waited, waited])).toMatchObject({
    do: 'fail',
    reason: 'The folder “Backup” has not opened.',
  })
})

test('a folder of mails stays in sight when it is open', () => {
  expect(entered(windowOf('Mail', 'claws-mail'), SHOWN, [opened])).toEqual({ do: 'done' })
})
