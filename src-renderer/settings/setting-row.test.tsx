// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { openWindow } from '../testing/open-window.tsx'
import { SettingsView } from './settings-view.tsx'

const page = (part: string) => <SettingsView place={{ view: 'settings', run: null, part }} />

/** The line of a setting, by its key. */
const row = (key: string) => {
  const found = document.querySelector<HTMLElement>(`[data-setting="${key}"]`)
  if (!found) throw new Error(`There is no line for ${key}.`)
  return within(found)
}
const MAX_STEP = 'system.max_step'
const field = (key: string) => row(key).getByRole<HTMLInputElement>('textbox')

describe('a setting', () => {
  it('that is typed is saved by Enter as a number, and shows what the program has made of it', async () => {
    const { user, wire } = await openWindow(page('limits'))
    expect([field(MAX_STEP).value, row(MAX_STEP).getByText('default')]).toMatchObject(['50', {}])
    await user.clear(field(MAX_STEP))
    await user.type(field(MAX_STEP), '30{Enter}')
    expect(wire.sent('set_config')).toEqual([{ key: ['system', 'max_step'], value: 30 }])
    expect(field(MAX_STEP).value).toBe('30')
    expect(await row(MAX_STEP).findByText('Saved')).toBeTruthy()
    expect(row(MAX_STEP).queryByText('default')).toBeNull()
  })

  it('that is refused says why at its field, and keeps what was typed', async () => {
    const { user } = await openWindow(page('limits'), {
      answers: {
        set_config: () => {
          throw new Error('max_step must be at least 1.')
        },
      },
    })
    await user.clear(field(MAX_STEP))
    await user.type(field(MAX_STEP), '0')
    await user.tab()
    expect((await row(MAX_STEP).findByRole('alert')).textContent).toBe('max_step must be at least 1.')
    const input = field(MAX_STEP)
    expect([input.value, input.getAttribute('aria-invalid')]).toEqual(['0', 'true'])
    const described = input.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(
      'max_step must be at least 1.',
    )
  })

  it('is left as it is by Escape', async () => {
    const { user, wire } = await openWindow(page('limits'))
    await user.type(field(MAX_STEP), '9{Escape}')
    expect(field(MAX_STEP).value).toBe('50')
    await user.tab()
    expect(wire.sent('set_config')).toEqual([])
  })

  it('goes back to its default by its key in the file being taken out', async () => {
    const { user, wire } = await openWindow(page('limits'), { config: { system: { max_step: 7 } } })
    expect(field(MAX_STEP).value).toBe('7')
    await user.click(row(MAX_STEP).getByRole('button', { name: /50/ }))
    expect(wire.sent('unset_config')).toEqual([{ key: ['system', 'max_step'] }])
    expect(field(MAX_STEP).value).toBe('50')
  })

  it('that is wrong in the file says so at its field', async () => {
    await openWindow(page('limits'), {
      faults: [{ key: MAX_STEP, message: 'It must be a whole number.' }],
    })
    expect(row(MAX_STEP).getByRole('alert').textContent).toBe('It must be a whole number.')
  })

  it('that another window changes is shown as it is then', async () => {
    let most = 50
    const { push } = await openWindow(page('limits'), {
      answers: {
        read_config: () => ({
          values: { system: { max_step: most } },
          own: {},
          defaults: {},
          descriptions: {},
          faults: [],
          path: '',
        }),
      },
    })
    most = 12
    await push({ push: 'config' })
    expect(field(MAX_STEP).value).toBe('12')
  })

  it('of two is switched with the space bar', async () => {
    const { user, wire } = await openWindow(page('records'))
    const first = document.querySelector<HTMLElement>('[data-setting] [role=switch]')
    const before = first?.getAttribute('aria-checked')
    first?.focus()
    await user.keyboard(' ')
    expect(wire.sent('set_config')).toMatchObject([{ value: before !== 'true' }])
    expect(first?.getAttribute('aria-checked')).toBe(String(before !== 'true'))
  })

  it('shows its key only to who wants keys, and is found by its words or its key on any page', async () => {
    const { user } = await openWindow(page('limits'))
    expect(row(MAX_STEP).queryByText(MAX_STEP)).toBeNull()
    await user.click(screen.getByRole('switch', { name: 'Show keys' }))
    expect(row(MAX_STEP).getByText(MAX_STEP)).toBeTruthy()
    await user.click(screen.getByRole('switch', { name: 'Show keys' }))
    await user.type(screen.getByRole('searchbox', { name: 'Search settings' }), 'virtual width')
    expect(row('display.width').getByRole('textbox')).toBeTruthy()
    expect(document.querySelector(`[data-setting="${MAX_STEP}"]`)).toBeNull()
  })
})
