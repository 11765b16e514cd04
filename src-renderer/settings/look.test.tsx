// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Control } from '../../src-preload/contract/desktop.ts'
import { openWindow } from '../testing/open-window.tsx'
import { Look } from './look.tsx'

const BOUNDS = { x: 10, y: 20, width: 300, height: 200 }
const WINDOW = {
  id: 'w1',
  title: 'Untitled 1 - Mousepad',
  process_name: 'mousepad',
  application: 'Mousepad',
  pid: 7,
  bounds: BOUNDS,
  active: true,
  minimized: false,
  kind: 'normal' as const,
  modal: false,
  owner: null,
  says: null,
  unsaved: false,
}
const control = (id: string, name: string, values: Partial<Control> = {}): Control => ({
  id,
  role: 'button',
  name,
  value: null,
  description: null,
  states: ['focused'],
  bounds: BOUNDS,
  window_id: 'w1',
  parent: null,
  depth: 0,
  actions: [],
  ...values,
})

describe('what Deskhand sees', () => {
  it('is the windows of the desktop, and the controls of the one that is chosen', async () => {
    const { user, wire } = await openWindow(<Look />, {
      answers: {
        list_windows: () => ({ windows: [WINDOW] }),
        read_tree: () => ({
          window: WINDOW,
          controls: [control('1', 'Save'), control('2', 'Name', { role: 'edit', value: 'a.txt' })],
          limited: null,
        }),
      },
    })
    await user.click(await screen.findByRole('button', { name: /Untitled 1 - Mousepad/ }))
    expect(wire.sent('read_tree')).toEqual([{ window: 'w1', display: 'host' }])
    const list = await screen.findByRole('list', { name: 'Controls' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['buttonSavefocused10,20 300×200', 'editName = a.txtfocused10,20 300×200'])
    await user.type(screen.getByRole('searchbox'), 'a.txt')
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
  })

  it('is told to be nothing where there is no desktop; the tools are those of a virtual one', async () => {
    const why = 'Wayland is not supported.'
    const { user, wire } = await openWindow(<Look />, {
      app: { host_desktop: { there: false, why } },
      answers: {
        list_computers: () => ({
          computers: [{ agent: 'HostAgent', root: 'default', tools: [] }],
        }),
      },
    })
    expect(screen.getByText(new RegExp(why))).toBeTruthy()
    expect([wire.sent('list_windows'), wire.sent('list_computers')]).toEqual([[], []])
    await user.click(screen.getByRole('button', { name: 'Show the tools' }))
    expect(await screen.findByText('HostAgent: 0 tools')).toBeTruthy()
    expect(wire.sent('list_computers')).toEqual([{ display: 'virtual' }])
  })
})
