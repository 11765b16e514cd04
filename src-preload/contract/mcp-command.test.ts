import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { mcpServerConfigSchema, type MCPServerConfig } from './config.ts'
import { commandOf } from './mcp-command.ts'

const stdio = (more: Partial<MCPServerConfig>) =>
  mcpServerConfigSchema.parse({ namespace: 'x', type: 'stdio', ...more })

test('shows folder, environment, program and every argument, quoted where they need it', () => {
  const server = stdio({
    command: 'npx',
    start_args: ['-y', '@scope/server', '/home/ana/My Files', '', "it's", '$(rm -rf ~)', '--a=b'],
    cwd: '/srv/a b',
    env: { MODE: 'read only', API_TOKEN: 'abc' },
  })
  expect(commandOf(server)).toBe(
    `cd '/srv/a b' && MODE='read only' API_TOKEN=•••• npx -y @scope/server '/home/ana/My Files' '' 'it'\\''s' '$(rm -rf ~)' --a=b`,
  )
})

test('means the same to a shell', () => {
  const start_args = [
    'a b',
    "it's",
    '',
    '$HOME `id` "x" \\',
    'tab\there',
    'line\nbreak',
    'é',
    '*',
    "both ' and \n",
  ]
  const line = commandOf(stdio({ command: 'printf', start_args: ['%s|', ...start_args] })) ?? ''
  // With a socket as its input, which is what a pipe of Node is, a bash may take itself for a remote one and read ~/.bashrc first.
  const said = execFileSync('bash', ['-c', line], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  expect(said).toBe(`${start_args.join('|')}|`)
})

test('hides nothing: invisible, turning and breaking characters are written out', () => {
  const line = commandOf(
    stdio({ command: 'run\u202e', start_args: ['a\u200bb', 'x\r\u001b[2K', 'n\u00a0b'] }),
  )
  expect(line).toBe("$'run\\u202e' $'a\\u200bb' $'x\\u000d\\u001b[2K' $'n\\u00a0b'")
})

test('is the address of a server that listens, and null for one that is built in or not written yet', () => {
  const http = mcpServerConfigSchema.parse({
    namespace: 'x',
    type: 'http',
    host: '127.0.0.1',
    port: 81,
    path: 'm',
  })
  expect([
    commandOf(http),
    commandOf(stdio({})),
    commandOf(mcpServerConfigSchema.parse({ namespace: 'x' })),
  ]).toEqual(['http://127.0.0.1:81/m', null, null])
})

test('an address has its scheme and its headers, of which a secret that is written out is not shown', () => {
  const https = mcpServerConfigSchema.parse({
    namespace: 'x',
    type: 'http',
    scheme: 'https',
    host: 'mcp.example',
    port: 443,
    headers: { Authorization: 'Bearer ${X_KEY}', 'X-Api-Key': 'abc', 'X-Team': 'a\u202eb' },
  })
  expect(commandOf(https)).toBe(
    'https://mcp.example:443/mcp\nAuthorization: Bearer ${X_KEY}\nX-Api-Key: ••••\nX-Team: a\\u202eb',
  )
})
