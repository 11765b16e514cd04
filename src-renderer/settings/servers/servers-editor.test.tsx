// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { configSchema, type MCPServerConfig } from '../../../src-preload/contract/config.ts'
import { openWindow } from '../../testing/open-window.tsx'
import { useShownKeys } from '../shown-keys.ts'
import { ServersEditor } from './servers-editor.tsx'

const RELAY = { namespace: 'relay', type: 'http', host: '127.0.0.1', port: 81, enabled: false }
const AGENT = 'EvaluationAgent'

/** One agent with one built-in server and the relay. */
async function opened() {
  const config = {
    mcp: { [AGENT]: { default: { action: [{ namespace: 'FileExecutor', type: 'local' }, RELAY] } } },
  }
  const read = configSchema.parse(config).mcp[AGENT]?.['default']?.action ?? []
  const state = (server: MCPServerConfig, index: number) => ({
    agent: AGENT,
    root: 'default',
    list: 'action' as const,
    index,
    server,
    command: null,
  })
  return await openWindow(<ServersEditor />, {
    config,
    answers: {
      list_mcp_servers: () => ({ servers: read.map(state) }),
      set_key: () => ({ store: { kind: 'file', why: null } }),
    },
  })
}
const press = (name: string | RegExp) => screen.findByRole('button', { name })
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })
const KEY = ['mcp', AGENT, 'default', 'action']

test('what is built in can be disabled, and neither removed nor edited', async () => {
  await opened()
  expect(await screen.findByRole('switch', { name: 'Enable FileExecutor' })).toBeTruthy()
  expect(await press('Edit relay')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /(Remove|Edit) FileExecutor/ })).toBeNull()
})

test('the keys of config.yaml stand in its form where they are wanted', async () => {
  const { user } = await opened()
  await user.click(await press('Edit relay'))
  expect(screen.queryByText('namespace')).toBeNull()
  act(() => useShownKeys.setState({ shown: true }))
  expect(screen.getByText('namespace')).toBeTruthy()
  act(() => useShownKeys.setState({ shown: false }))
})

test('an address is edited in its place, with https, and its secret kept among the keys', async () => {
  const { user, wire } = await opened()
  await user.click(await press('Edit relay'))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Address/ }).value).toBe(
    'http://127.0.0.1:81/mcp',
  )
  type(/^Address/, 'https://relay.example/v1?team=a')
  type(/^Headers/, 'Authorization: Bearer abc\nX-Team: tests')
  await user.click(await press('Continue'))
  expect(within(screen.getByRole('dialog')).queryByText(/abc/)).toBeNull()
  await user.click(await press('Agree and save'))
  await expect
    .poll(() => wire.sent('set_config'))
    .toEqual([
      {
        key: KEY,
        value: [
          { namespace: 'FileExecutor', type: 'local' },
          {
            namespace: 'relay',
            type: 'http',
            scheme: 'https',
            host: 'relay.example',
            port: 443,
            path: '/v1?team=a',
            headers: { Authorization: 'Bearer ${RELAY_AUTHORIZATION}', 'X-Team': 'tests' },
            enabled: false,
          },
        ],
      },
    ])
  expect(wire.sent('set_key')).toEqual([{ name: 'RELAY_AUTHORIZATION', value: 'abc' }])
})

test('a whole command that is pasted as the program is taken apart before it is agreed to', async () => {
  const { user } = await opened()
  await user.click(await press('Add a server'))
  type(/^Name/, 'files')
  type(/^Program/, 'MODE=ro npx -y "@scope/server" "/home/ana/My Files"')
  await user.click(await press('Continue'))
  expect(screen.getByText("MODE=ro npx -y @scope/server '/home/ana/My Files'")).toBeTruthy()
  await user.click(await press('Back'))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Program/ }).value).toBe('npx')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Arguments/ }).value).toBe(
    '-y\n@scope/server\n/home/ana/My Files',
  )
})

test('the mcpServers of another program are taken over, each command agreed to; one that can not be says why', async () => {
  const { user, wire } = await opened()
  await user.click(await press('Import JSON'))
  await user.click(screen.getByRole('combobox', { name: 'Agent' }))
  await user.click(await screen.findByRole('option', { name: AGENT }))
  type(/^JSON/, 'nonsense')
  expect(screen.getByText('There are no mcpServers in it.')).toBeTruthy()
  const mcpServers = {
    files: { command: '/opt/My Server/run', args: ['-y', 'a b'], env: { A: '1' } },
    far: { url: 'https://mcp.example/mcp', headers: { 'X-Api-Key': 'k1' } },
    relay: { command: 'x' },
  }
  type(/^JSON/, JSON.stringify({ mcpServers }))
  expect(screen.getByText('EvaluationAgent has a server of that name already.')).toBeTruthy()
  expect(screen.getByText("A=1 '/opt/My Server/run' -y 'a b'")).toBeTruthy()
  await user.click(await press('Agree and add'))
  await expect
    .poll(() => wire.sent('set_config'))
    .toMatchObject([
      {
        key: KEY,
        value: [
          { namespace: 'FileExecutor' },
          { namespace: 'relay' },
          {
            namespace: 'files',
            type: 'stdio',
            command: '/opt/My Server/run',
            start_args: ['-y', 'a b'],
            env: { A: '1' },
          },
          { namespace: 'far', scheme: 'https', port: 443, headers: { 'X-Api-Key': '${FAR_X_API_KEY}' } },
        ],
      },
    ])
  expect(wire.sent('set_key')).toEqual([{ name: 'FAR_X_API_KEY', value: 'k1' }])
})
