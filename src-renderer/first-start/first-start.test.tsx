// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { App } from '../chat/app.tsx'
import type { Answers } from '../testing/memory-wire.ts'
import { openWindow } from '../testing/open-window.tsx'

const opened = (answers: Answers = {}, app = {}) =>
  openWindow(<App />, {
    app: { first_start: true, ...app },
    answers: {
      list_presets: () => ({ presets: [], roles: [] }),
      read_keys: () => ({ keys: [], store: { kind: 'file', why: null } }),
      find_local_models: () => ({ found: [] }),
      ...answers,
    },
  })

const press = (name: string) => screen.getByRole('button', { name })
const chosen = () => screen.getByRole('radio', { checked: true }).textContent

describe('the first start', () => {
  it('writes down each choice, and ends with the window for requests', async () => {
    const { user, wire } = await opened()
    expect(chosen()).toContain('Plain commands, no model')
    await user.click(press('Continue'))
    await user.click(await screen.findByRole('radio', { name: /On this desktop/ }))
    await user.click(press('Continue'))
    await user.click(await screen.findByRole('radio', { name: /Ask less/ }))
    await user.click(press('Begin'))
    expect(await screen.findByRole('textbox', { name: 'Request' })).toBeTruthy()
    const written = wire.sent('set_config')
    expect(written[0]).toEqual({ key: ['display', 'kind'], value: 'host' })
    expect(written).toContainEqual({ key: ['safety', 'categories', 'overwrite'], value: 'allow' })
    expect(written.at(-1)).toEqual({ key: ['app', 'first_start_done'], value: true })
  })

  it('can be gone through with the keyboard alone', async () => {
    const { user, wire } = await opened()
    await user.click(press('Skip'))
    await screen.findByText('Where should it work?')
    await user.tab()
    expect(document.activeElement?.textContent).toContain('On a virtual desktop')
    // Held as long as a hand holds it.
    await user.keyboard('{ArrowDown>}')
    await expect.poll(chosen).toContain('On this desktop')
    await user.keyboard('{/ArrowDown}')
    while (document.activeElement !== press('Continue')) await user.tab()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('What should it ask before?')).toBeTruthy()
    expect(wire.sent('set_config')).toEqual([{ key: ['display', 'kind'], value: 'host' }])
  })

  it('stays at a step whose choice could not be written down, and says why', async () => {
    const { user } = await opened({
      set_config: () => {
        throw new Error('config.yaml is read-only.')
      },
    })
    await user.click(press('Skip'))
    await user.click(await screen.findByRole('radio', { name: /On this desktop/ }))
    await user.click(press('Continue'))
    expect(await screen.findByText(/config.yaml is read-only\./)).toBeTruthy()
    expect([chosen()?.includes('On this desktop'), press('Continue').hasAttribute('disabled')]).toEqual([
      true,
      false,
    ])
  })

  it('does not go on with a model that is not there', async () => {
    const { user } = await opened()
    await user.click(screen.getByRole('radio', { name: /A model on this machine/ }))
    await user.click(press('Continue'))
    expect(await screen.findByText(/no model answers on this machine yet/)).toBeTruthy()
    expect(screen.getByText('1 of 3')).toBeTruthy()
  })

  it('offers only a virtual desktop where the machine has no other, and says why', async () => {
    const { user } = await opened({}, { host_desktop: { there: false, why: 'Wayland is not supported.' } })
    await user.click(press('Skip'))
    const host = await screen.findByRole<HTMLButtonElement>('radio', { name: /On this desktop/ })
    expect([host.disabled, host.textContent?.includes('Wayland is not supported.')]).toEqual([true, true])
  })

  it('can be skipped as a whole', async () => {
    const { user, wire } = await opened()
    await user.click(press('Skip all'))
    expect(await screen.findByRole('textbox', { name: 'Request' })).toBeTruthy()
    expect(wire.sent('set_config')).toEqual([{ key: ['app', 'first_start_done'], value: true }])
  })
})
