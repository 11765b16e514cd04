// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { announce } from '../ui/announcer.tsx'
import { toast } from '../ui/toast.tsx'
import { openWindow } from './open-window.tsx'

// Each of them would fail as the second one if anything were left of the first.
it.each([1, 2])('a window knows nothing of the windows before it (%d)', async () => {
  await openWindow(null)
  expect([screen.getByRole('alert').textContent, screen.queryByText('Done')]).toEqual(['', null])
  announce('It needs you', true)
  toast('Done')
  expect(await screen.findByText('It needs you')).toBeTruthy()
})
