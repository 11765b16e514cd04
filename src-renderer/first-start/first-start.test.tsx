// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { App } from '../chat/app.tsx'
import type { Answers } from '../testing/memory-wire.ts'
import { setLanguage } from '../state/i18n.ts'
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

  it('says why the own desktop can’t be chosen, with its command as one, in the language of the window', async () => {
    const why =
      'There is no desktop here: DISPLAY is not set. Start Deskhand in a terminal of an X11 session, or let it work on a desktop of its own with `--display virtual`.'
    const { user } = await opened({}, { host_desktop: { there: false, why } })
    await user.click(press('Continue'))
    const card = await screen.findByRole('radio', { name: /On this desktop/ })
    expect(card.querySelector('code')?.textContent).toBe('--display virtual')
    expect(card.textContent).not.toContain('`')
    await act(() => setLanguage('zh'))
    expect(card.textContent).toContain('未设置 DISPLAY')
    await act(() => setLanguage('en'))
  })

  it('can be gone through with the keyboard alone', async () => {
    const { user, wire } = await opened()
    const pressed = async (name: string) => {
      while (document.activeElement !== press(name)) await user.tab()
      await user.keyboard('{Enter}')
    }
    await user.tab()
    expect(document.activeElement?.textContent).toContain('Plain commands, no model')
    await pressed('Continue')
    await screen.findByText('Where should it work?')
    await user.tab()
    expect(document.activeElement?.textContent).toContain('On a virtual desktop')
    // Held as long as a hand holds it.
    await user.keyboard('{ArrowDown>}')
    await expect.poll(chosen).toContain('On this desktop')
    await user.keyboard('{/ArrowDown}')
    await pressed('Continue')
    expect(await screen.findByText('What should it ask before?')).toBeTruthy()
    expect(wire.sent('set_config')).toEqual([{ key: ['display', 'kind'], value: 'host' }])
    await pressed('Begin')
    const request = await screen.findByRole('textbox', { name: 'Request' })
    expect(document.activeElement).toBe(request)
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

const preset = (
  provider: string,
  base_url: string | null,
  api_key_name: string | null,
  models: string[],
) => ({
  provider,
  label: provider,
  base_url,
  api_key_name,
  local: false,
  models,
})
const SERVICES: Answers = {
  list_presets: () => ({
    presets: [
      preset('openai', 'https://api.openai.com/v1', 'OPENAI_API_KEY', ['gpt-5.6']),
      preset('custom', null, null, []),
    ],
    roles: [],
  }),
  set_key: () => ({ store: { kind: 'file', why: null } }),
}

/** What is told in red; the announcer of the window has no words of its own here. */
const faults = () => screen.queryAllByRole('alert').flatMap(({ textContent }) => textContent || [])

const withService = async (name: RegExp, answers: Answers = {}) => {
  const opened_ = await opened({ ...SERVICES, ...answers })
  await opened_.user.click(screen.getByRole('radio', { name: /A model service/ }))
  await opened_.user.click(await screen.findByRole('radio', { name }))
  return opened_
}

describe('a service in the first start', () => {
  it('is a draft: nothing is written, and nothing is red, before it is tried to go on', async () => {
    const { user, wire } = await withService(/Your own/)
    expect([wire.sent('set_config'), faults()]).toEqual([[], []])
    await user.click(press('Continue'))
    await expect.poll(faults).toEqual(['Write its address.', 'Write the name of the model.'])
    expect(wire.sent('set_config')).toEqual([])
    await user.click(screen.getByRole('radio', { name: /openai/ }))
    expect(faults()).toEqual([])
  })

  it('is written down whole by Continue, its key among the keys under a name of its own', async () => {
    const { user, wire } = await withService(/Your own/)
    await user.type(screen.getByLabelText('Address'), 'relay.example:8000/v1')
    await user.type(screen.getByLabelText('Model'), 'm-1')
    await user.type(screen.getByLabelText('Key'), ' sk-1 ')
    await user.click(press('Continue'))
    await expect.poll(faults).toEqual(['Begin the address with https:// or http://.'])
    expect([wire.sent('set_config'), wire.sent('set_key')]).toEqual([[], []])
    await user.clear(screen.getByLabelText('Address'))
    await user.type(screen.getByLabelText('Address'), 'https://relay.example/v1')
    expect(faults()).toEqual([])
    await user.click(press('Continue'))
    expect(await screen.findByText('Where should it work?')).toBeTruthy()
    expect(wire.sent('set_key')).toEqual([{ name: 'CUSTOM_RELAY_EXAMPLE_API_KEY', value: 'sk-1' }])
    expect(wire.sent('set_config')).toEqual([
      {
        key: ['models', 'default'],
        value: {
          provider: 'custom',
          model_name: 'm-1',
          base_url: 'https://relay.example/v1',
          api_key_name: 'CUSTOM_RELAY_EXAMPLE_API_KEY',
        },
      },
    ])
  })

  it('that is known needs its key alone, which has its usual name', async () => {
    const { user, wire } = await withService(/openai/)
    await user.type(screen.getByLabelText('Key'), 'sk-2')
    await user.click(press('Continue'))
    expect(await screen.findByText('Where should it work?')).toBeTruthy()
    expect(wire.sent('set_key')).toEqual([{ name: 'OPENAI_API_KEY', value: 'sk-2' }])
    expect(wire.sent('set_config')).toEqual([
      { key: ['models', 'default'], value: { provider: 'openai', model_name: 'gpt-5.6' } },
    ])
  })

  it('shows a fault no longer than what it belongs to', async () => {
    const { user } = await withService(/openai/, {
      set_config: () => {
        throw new Error('config.yaml is read-only.')
      },
    })
    await user.click(press('Continue'))
    expect(await screen.findByText(/read-only/)).toBeTruthy()
    await user.type(screen.getByLabelText('Model'), '-mini')
    expect(screen.queryByText(/read-only/)).toBeNull()
  })
})
