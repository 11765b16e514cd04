// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openWindow } from '../../testing/open-window.tsx'
import { ModelsEditor } from './models-editor.tsx'

const PRESETS = [
  { provider: 'offline', label: '', base_url: null, api_key_name: null, local: true, models: [] },
  {
    provider: 'openai',
    label: 'OpenAI',
    base_url: 'https://api.openai.com/v1',
    api_key_name: 'OPENAI_API_KEY',
    local: false,
    models: ['gpt-x', 'gpt-y'],
  },
]

const opened = (refuse: string | null = null) =>
  openWindow(<ModelsEditor title="Models" />, {
    answers: {
      list_presets: () => ({ presets: PRESETS, roles: ['default', 'host'] }),
      read_keys: () => ({ keys: [], store: 'keyring' }) as never,
      find_local_models: () => ({ found: [] }),
      ...(refuse === null
        ? {}
        : {
            set_config: () => {
              throw new Error(refuse)
            },
          }),
    },
  })

test('a service that is chosen is a draft: nothing is written down before Save, and then all of it', async () => {
  const { user, wire } = await opened()
  await user.click(await screen.findByRole('radio', { name: /OpenAI/ }))
  const name = await screen
    .findByRole('combobox', { name: /^Model/ })
    .catch(() => screen.findByRole('textbox', { name: /^Model/ }))
  await user.clear(name)
  await user.type(name, 'gpt-y{Enter}')
  expect(screen.getAllByText('Not saved yet').length).toBeGreaterThan(0)
  expect(wire.sent('set_config')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(wire.sent('set_config')).toEqual([
    { key: ['models', 'default'], value: { provider: 'openai', model_name: 'gpt-y' } },
  ])
  expect(screen.queryByText('Not saved yet')).toBeNull()
})

test('what is discarded leaves no trace, and what is refused says why and stays', async () => {
  const { user, wire } = await opened('models.default.model_name: choose one')
  await user.click(await screen.findByRole('radio', { name: /OpenAI/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/choose one/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /OpenAI/ }).getAttribute('aria-checked')).toBe(
    'true',
  )
  await user.click(screen.getByRole('button', { name: 'Discard changes' }))
  expect(screen.getByRole('radio', { name: /OpenAI/ }).getAttribute('aria-checked')).toBe('false')
  expect(screen.queryByText(/choose one/)).toBeNull()
  expect(wire.sent('set_config')).toHaveLength(1)
})
