// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Menu } from './menu.tsx'

afterEach(cleanup)

async function openMenu(): Promise<{ button: HTMLElement; box: HTMLElement; item: HTMLElement }> {
  render(
    <>
      <Menu
        trigger={<button type="button">Size</button>}
        groups={[[{ label: 'Small', onSelect: vi.fn() }]]}
      />
      <input aria-label="Words" />
    </>,
  )
  const button = screen.getByRole('button', { name: 'Size' })
  button.focus()
  fireEvent.keyDown(button, { key: 'Enter' })
  const item = await screen.findByRole('menuitem', { name: 'Small' })
  return { button, box: screen.getByRole('textbox', { name: 'Words' }), item }
}

/** Calls it at the moment in which the menu has gone, before anything else happens. */
function whenGone(then: () => void): void {
  const observer = new MutationObserver(() => {
    if (screen.queryByRole('menu')) return
    observer.disconnect()
    then()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

const later = () => new Promise((resolve) => setTimeout(resolve, 50))

it('gives the focus back to its button', async () => {
  const { button, item } = await openMenu()
  fireEvent.click(item)
  await later()
  expect(document.activeElement).toBe(button)
})

it('leaves the focus to a field that a person has gone to as the menu closed', async () => {
  const { box, item } = await openMenu()
  whenGone(() => box.focus())
  fireEvent.click(item)
  await later()
  expect(document.activeElement).toBe(box)
})
