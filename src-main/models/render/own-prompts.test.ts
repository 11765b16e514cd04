import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { modelConfigSchema } from '../../../src-preload/contract/config.ts'
import { silentLogger } from '../../core/logger.ts'
import { RunControl } from '../../core/run-control.ts'
import { z } from 'zod'
import { createModel } from '../create-model.ts'
import { noOfflineModel } from '../testing/create-test-model.ts'
import { OpenAIServer } from '../testing/openai-server.ts'
import { ownPromptPath, readOwnPrompts } from './own-prompts.ts'

const home = mkdtempSync(join(tmpdir(), 'deskhand-prompts-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const file = (name: string, content: string | Uint8Array) => {
  writeFileSync(join(home, name), content)
  return name
}

describe('a prompt of one’s own', () => {
  it('is what the model of its role is told, and others keep theirs', async () => {
    const prompts = await readOwnPrompts({ evaluator: file('mine.md', 'Judge kindly.'), host: '' }, home)
    await using server = await OpenAIServer.start({ reply: ({ system }) => system.slice(0, 20) })
    const config = { provider: 'custom', model_name: 'm', base_url: server.baseUrl, max_retry: 0 }
    const model = createModel({
      models: { default: modelConfigSchema.parse(config) },
      prices: {},
      secrets: { get: () => Promise.resolve(null) },
      offline: noOfflineModel,
      logger: silentLogger,
      prompts,
    })
    const ask = async (role: 'evaluator' | 'query_formulator') => {
      const input = { kind: 'tool' as const, str_input: 'x', pictures: [], tools: [] }
      return (await model.ask({ role, input, schema: z.string() }, new RunControl())).reply
    }
    expect(await ask('evaluator')).toBe('Judge kindly.')
    expect(await ask('query_formulator')).toMatch(/^You turn/)
  })

  it('lies below the data folder, or where its path says', () => {
    expect(ownPromptPath('a/b.md', '/data')).toBe('/data/a/b.md')
    expect(ownPromptPath('/x.md', '/data')).toBe('/x.md')
    expect(ownPromptPath('~/x.md', '/data')).toBe(join(homedir(), 'x.md'))
  })

  it.each([
    [
      'is missing',
      { host: 'none.md' },
      /prompt_path\.host: the prompt .*none\.md can't be read .*take the key out/,
    ],
    ['is a folder', { host: 'folder' }, /can't be read/],
    ['is empty', { evaluation: file('empty.md', ' \n') }, /is empty/],
    ['is no text', { evaluation: file('bytes.md', Uint8Array.of(0xff, 0xfe, 0)) }, /no text in UTF-8/],
    ['is endless', { evaluation: '/dev/zero' }, /can't be read/],
    ['is too large', { evaluation: file('large.md', 'x'.repeat(200_001)) }, /larger than 200 kB/],
    ['tells no tools', { app: file('deaf.md', 'You act.') }, /has no \{\{tools\}\}/],
    ['is for no role', { hots: 'a.md' }, /there is no role “hots”/],
    ['is for a tool without a prompt', { embedding: file('e.md', 'x') }, /asked without a prompt/],
  ])('that %s is refused, with its key', async (_what, paths, message) => {
    mkdirSync(join(home, 'folder'), { recursive: true })
    await expect(readOwnPrompts(paths as Record<string, string>, home)).rejects.toThrow(message)
  })
})
