import { expect, test } from 'vitest'
import { SEEN_TEXT } from '../../../core/desktop.ts'
import { ToolError } from '../../../core/errors.ts'
import { screenRect } from '../../../core/geometry.ts'
import { RunControl } from '../../../core/run-control.ts'
import { scriptedWindow } from '../../../platform/testing/scripted.ts'
import { labelsOf, SeenTexts } from './seen-texts.ts'

const word = (text: string, x: number, y: number, line = `${y}`) => ({
  text,
  line,
  block: line,
  bounds: screenRect({ x, y, width: text.length * 8, height: 10 }),
})
const at = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const window = scriptedWindow({ title: 'Order', processName: 'wish', bounds: at(0, 0, 300, 200) })
const picture = () => ({ data: '', width: 300, height: 200, bounds: at(0, 0, 300, 200) })

test('words of a line that are close together are one label', () => {
  const labels = labelsOf([
    word('as', 48, 10),
    word('Save', 10, 10),
    word('Edit', 90, 10),
    word('OK', 10, 40),
  ])
  expect(labels.map(({ name }) => name)).toEqual(['Save as', 'Edit', 'OK'])
  expect(labels[0]?.bounds).toMatchObject({ x: 10, width: 54 })
})

test('a text keeps its id where it stays, belongs to the window that shows it, and is not read under another', async () => {
  using run = new RunControl()
  let words = [word('File', 10, 5), word('Ready', 10, 180)]
  let reads = 0
  const engine = { enlargement: 1, read: () => Promise.resolve((reads++, words)) }
  const seen = new SeenTexts(engine)
  let id = 0
  const menu = scriptedWindow({ title: '', processName: 'wish', kind: 'popup', bounds: at(0, 20, 80, 60) })
  const other = scriptedWindow({ title: 'Other', processName: 'other', bounds: at(0, 150, 100, 50) })
  const read = (shown: ReturnType<typeof picture>, ...front: (typeof window)[]) =>
    seen.read(
      shown,
      { window, all: [...front, window], isPart: (each) => each === menu },
      () => `t${++id}`,
      run,
    )
  // The picture is empty, so that only the words of the engine count.
  const one = { ...picture(), data: await blank() }
  const first = await read(one)
  expect(first).toMatchObject([
    { id: 't1', name: 'File', type: SEEN_TEXT, window: window.handle },
    { id: 't2', name: 'Ready' },
  ])
  expect(await read(one)).toBe(first)
  expect(reads).toBe(1)
  words = [word('File', 11, 5), word('Quit', 10, 30), word('Ready', 10, 180)]
  expect(await read({ ...one }, menu, other)).toMatchObject([
    { id: 't1', name: 'File' },
    { id: 't3', name: 'Quit', window: menu.handle },
  ])
})

test('what can’t read a picture is not asked again', async () => {
  using run = new RunControl()
  let reads = 0
  const seen = new SeenTexts({
    enlargement: 1,
    read: () => Promise.reject(new ToolError(`It hangs (${++reads}).`)),
  })
  const shown = { ...picture(), data: await blank() }
  const read = () => seen.read({ ...shown }, { window, all: [window], isPart: () => false }, () => 't', run)
  await expect(read()).rejects.toThrow('It hangs')
  expect(await read()).toEqual([])
  expect(reads).toBe(1)
})

async function blank(): Promise<string> {
  const { default: sharp } = await import('sharp')
  const made = sharp({ create: { width: 300, height: 200, channels: 3, background: 'white' } })
  return (await made.png().toBuffer()).toString('base64')
}
