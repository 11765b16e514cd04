// Answers a call to a built-in server: a value as structured content, a failure as an error that says what to do.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Result } from '../core/command.ts'

export const META = {
  namespace: 'deskhand/namespace',
  toolType: 'deskhand/tool_type',
  callId: 'deskhand/call_id',
  expectedTarget: 'deskhand/expected_target',
  /** Set by the dispatcher once the gate has admitted this very call. */
  admitted: 'deskhand/admitted',
  code: 'deskhand/code',
} as const

/** Returns `value` as it is, falsy or not. The text content stays short: only clients of other programs read it. */
export function reply(value: unknown): CallToolResult {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return {
    content: [{ type: 'text', text: text.length > 2000 ? `${text.slice(0, 2000)}…` : text }],
    structuredContent: { result: value ?? null },
  }
}

export function failed(message: string, code: NonNullable<Result['code']> = 'tool'): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: message }], _meta: { [META.code]: code } }
}
