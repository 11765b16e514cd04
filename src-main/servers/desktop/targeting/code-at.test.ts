import { expect, it } from 'vitest'
import type { PlatformElement } from '../../../platform/platform.ts'
import { labelBeside } from './code-at.ts'

const at = (name: string, x: number, y: number, width = 80, role: PlatformElement['role'] = 'text') =>
  ({ role, name, bounds: { x, y, width, height: 30 } }) as PlatformElement

// As in the dialog for a menu entry of Alacarte.
const FORM = [
  at('Comment:', 216, 276, 71),
  at('Command:', 216, 236, 71),
  at('Name:', 216, 196, 71),
  at('Browse', 475, 236, 80, 'button'),
]

it('finds the text before a field without a name', () => {
  expect(labelBeside(at('', 297, 236, 168, 'edit'), FORM)).toBe('Command:')
})

it('finds the text above it where none is before it', () => {
  expect(labelBeside(at('', 10, 60, 300, 'edit'), [at('Command:', 10, 28), at('Other', 10, 0)])).toBe(
    'Command:',
  )
})

it('takes no text of another column or behind the field', () => {
  expect(
    labelBeside(at('', 10, 60, 100, 'edit'), [at('Command:', 200, 28), at('px', 112, 60, 20)]),
  ).toBeNull()
})
