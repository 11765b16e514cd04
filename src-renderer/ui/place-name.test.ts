import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { placeName } from './place-name.ts'

const t = ((key: string) => `words of ${key}`) as unknown as TFunction

test('a device is called by its name, every other desktop by its kind', () => {
  expect(placeName(t, 'display', { kind: 'device', name: 'front desk' })).toBe('front desk')
  expect(placeName(t, 'display', { kind: 'device', name: '' })).toBe('words of display.device')
  expect(placeName(t, 'history.place', { kind: 'virtual', name: ':99' })).toBe(
    'words of history.place.virtual',
  )
})
