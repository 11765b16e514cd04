// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { openWindow } from '../testing/open-window.tsx'
import { Form } from './form.tsx'

it('keeps the keyboard on its button while it is sent, and is sent once', async () => {
  const sent = Promise.withResolvers<undefined>()
  const send = vi.fn<() => Promise<void>>(() => sent.promise)
  const { user } = await openWindow(
    <Form label="Letter" onSend={send} ready wordsOf={String} submit="Send" onCancel={() => {}}>
      <input aria-label="To" />
    </Form>,
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
  button.focus()
  await user.keyboard('{Enter}')
  // A browser takes the focus from a button that is disabled.
  expect([button.disabled, button.getAttribute('aria-disabled')]).toEqual([false, 'true'])
  await user.keyboard('{Enter}')
  expect(send).toHaveBeenCalledTimes(1)
  sent.reject(new Error('The post is closed.'))
  await screen.findByText(/The post is closed/)
  expect([document.activeElement, button.getAttribute('aria-disabled')]).toEqual([button, null])
  await user.keyboard('{Enter}')
  expect(send).toHaveBeenCalledTimes(2)
})
