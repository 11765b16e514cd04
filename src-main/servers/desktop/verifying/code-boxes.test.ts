import { expect, test } from 'vitest'
import { scriptedElement as element } from '../../../platform/testing/scripted.ts'
import { notesWindow, scriptedDesktop } from '../testing/scripted-desktop.ts'

/** Boxes of one sign each, as a page has them for a code; `spread` puts what is typed into the first over all of them. */
async function boxesWith(spread: (text: string) => string[]) {
  const boxes = [0, 1, 2].map((nth) =>
    element('edit', `Digit ${nth + 1}`, {
      value: '',
      bounds: { x: 20 + 50 * nth, y: 40, width: 40, height: 40 },
    }),
  )
  const desktop = await scriptedDesktop([notesWindow(boxes)])
  const { platform } = desktop
  platform.setText = (_ref, text) => {
    for (const [nth, value] of spread(text).entries()) platform.update(boxes[nth]?.ref ?? '', { value })
    return Promise.resolve(true)
  }
  return desktop
}

test.each<[string, (text: string) => string[], string]>([
  ['goes on in the next boxes', (text) => text.split(''), 'confirmed'],
  ['is cut to the first', (text) => [text.slice(0, 1)], 'contradicted'],
  ['is another in the last', (text) => [text.slice(0, 1), text.slice(1, 2), '9'], 'contradicted'],
])('a code of which the text %s is “%s”', async (_how, spread, effect) => {
  await using desktop = await boxesWith(spread)
  const id = await desktop.id('Digit 1')
  expect(await desktop.act('set_edit_text', { id, name: 'Digit 1', text: '428' }, 0.1)).toMatchObject({
    effect,
  })
})
