import { expect, test } from 'vitest'
import { WINDOWS } from './window-table.ts'

test('the overlay takes no focus, stays on top, and is kept out of pictures; the mouse goes through its border alone', () => {
  for (const kind of ['border', 'pill'] as const) {
    expect(WINDOWS[kind]).toMatchObject({
      onTop: 'screen-saver',
      protected: true,
      onClose: 'close',
      options: { focusable: false, frame: false, transparent: true, skipTaskbar: true },
    })
  }
  const through = Object.entries(WINDOWS).filter(([, { clickThrough }]) => clickThrough)
  expect(through.map(([kind]) => kind)).toEqual(['border'])
})

test('what a person works in is an ordinary window that can be focused and is only hidden when it is closed', () => {
  for (const kind of ['chat', 'quick'] as const) {
    expect(WINDOWS[kind]).toMatchObject({ clickThrough: false, protected: false, onClose: 'hide' })
    expect(WINDOWS[kind].options.focusable).toBeUndefined()
  }
})
