// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openWindow } from '../testing/open-window.tsx'
import { SettingsView } from './settings-view.tsx'

const page = <SettingsView place={{ view: 'settings', run: null, part: 'machines' }} />
const setup = (served: { address: string; token: string } | null) => ({
  programs_setup: () => ({ command: '/opt/Deskhand/deskhand', args: ['mcp'], served }),
})

it('the configuration for other programs is there to copy', async () => {
  await openWindow(page, { answers: setup(null) })
  const text = await screen.findByText(/"mcpServers"/)
  expect(JSON.parse(text.textContent ?? '')).toEqual({
    mcpServers: { deskhand: { command: '/opt/Deskhand/deskhand', args: ['mcp'] } },
  })
})

it('the server is started and stopped, and shows its token to nobody', async () => {
  const there = { address: 'http://127.0.0.1:4000/mcp', token: 'the-token' }
  let served: typeof there | null = null
  const { user, wire } = await openWindow(page, {
    answers: {
      programs_setup: () => setup(served).programs_setup(),
      serve_programs: () => (served = there),
      stop_serving_programs: () => {
        served = null
        return {}
      },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Start' }))
  expect(await screen.findByText('http://127.0.0.1:4000/mcp')).toBeTruthy()
  expect(document.body.textContent).not.toContain('the-token')
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('Not started')).toBeTruthy()
  expect([wire.sent('serve_programs'), wire.sent('stop_serving_programs')]).toEqual([
    [{ port: 0, display: null }],
    [{}],
  ])
})

it('a server that goes on already is shown', async () => {
  await openWindow(page, { answers: setup({ address: 'http://127.0.0.1:4000/mcp', token: 't' }) })
  expect(await screen.findByRole('button', { name: 'Stop' })).toBeTruthy()
})
