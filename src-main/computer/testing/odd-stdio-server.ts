// Serves the odd tools over stdio, as a program.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { build } from './odd-tools.ts'

const env = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
)
const options = { env, applications: {}, desktop: 'virtual' as const }
await build(options, { own: () => {}, disown: () => {} }).connect(new StdioServerTransport())
