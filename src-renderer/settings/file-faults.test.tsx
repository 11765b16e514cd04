// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Banners } from '../chat/banners.tsx'
import { setLanguage } from '../state/i18n.ts'
import { openWindow } from '../testing/open-window.tsx'
import { FileFaults } from './file-faults.tsx'

it('faults of the file are told in the language of the window, on the settings and above every view', async () => {
  await openWindow(
    <>
      <FileFaults page="safety" />
      <Banners />
    </>,
    { faults: [{ key: 'system.max_step', message: 'Use at least 1; it is 0. (line 3)' }] },
  )
  expect(screen.getAllByText(/Use at least 1/)).toHaveLength(2)
  await act(() => setLanguage('zh'))
  expect(screen.getAllByText(/请使用至少 1 的值；现在是 0。（第 3 行）/)).toHaveLength(2)
})
