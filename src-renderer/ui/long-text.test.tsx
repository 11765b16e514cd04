// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openWindow } from '../testing/open-window.tsx'
import { LongText } from './long-text.tsx'

it('a long text begins, and is shown whole when that is asked for; a short one has no button', async () => {
  const { user } = await openWindow(
    <>
      <p>
        <LongText text={`type "${'x'.repeat(5_000)}end"`} />
      </p>
      <p>
        <LongText text={'line\n'.repeat(200)} />
      </p>
      <p>
        <LongText text="open Mousepad" />
      </p>
    </>,
  )
  expect(screen.queryByText(/xend"/)).toBeNull()
  const [first, ...others] = screen.getAllByRole('button', { name: 'Show all' })
  expect(others).toHaveLength(1)
  if (first) await user.click(first)
  expect(screen.getByText(/xend"/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show less' }))
  expect(screen.queryByText(/xend"/)).toBeNull()
})
