import { expect, test } from 'vitest'
import { isSaveAs } from './save-as.ts'

test.each([
  'Save As…',
  '_Save as...',
  'Save map as...',
  'Speichern &unter…',
  'Enregistrer sous',
  '另存为(A)…',
  'Save As    Ctrl+Shift+S',
])('“%s” asks for another name', (label) => {
  expect(isSaveAs(label)).toBe(true)
})

test.each(['Save', 'Save All', 'Save copy as…', 'Kopie speichern unter…', 'Speichern', 'Send as', ''])(
  '“%s” does not',
  (label) => {
    expect(isSaveAs(label)).toBe(false)
  },
)
