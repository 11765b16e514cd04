// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Segmented } from './choice.tsx'

afterEach(cleanup)

function Size({ onChange }: { onChange: (value: string) => void }) {
  const [value, setValue] = useState('small')
  return (
    <Segmented
      aria-label="Size"
      value={value}
      onChange={(next) => {
        setValue(next)
        onChange(next)
      }}
      options={[
        { value: 'small', label: 'Small' },
        { value: 'large', label: 'Large' },
      ]}
    />
  )
}

// A busy window moves the focus after the key has come up again.
it('an arrow key chooses the next, also where the key comes up before the focus has moved', async () => {
  const chosen = vi.fn()
  render(<Size onChange={chosen} />)
  const small = screen.getByRole('radio', { name: 'Small' })
  small.focus()
  fireEvent.keyDown(small, { key: 'ArrowRight' })
  fireEvent.keyUp(small, { key: 'ArrowRight' })
  const large = screen.getByRole('radio', { name: 'Large' })
  await waitFor(() => expect(document.activeElement).toBe(large))
  expect(large.getAttribute('aria-checked')).toBe('true')
  expect(chosen.mock.calls).toEqual([['large']])
  expect([small.tabIndex, large.tabIndex]).toEqual([-1, 0])
})

it('focus that comes from elsewhere chooses nothing', () => {
  const chosen = vi.fn()
  render(<Size onChange={chosen} />)
  screen.getByRole('radio', { name: 'Large' }).focus()
  expect(chosen).not.toHaveBeenCalled()
})

it('an arrow key that is still down chooses once', async () => {
  const chosen = vi.fn()
  render(<Size onChange={chosen} />)
  const small = screen.getByRole('radio', { name: 'Small' })
  small.focus()
  fireEvent.keyDown(small, { key: 'ArrowRight' })
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Large'))
  fireEvent.keyUp(small, { key: 'ArrowRight' })
  expect(chosen.mock.calls).toEqual([['large']])
})
