import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { redact } from '../core/redaction.ts'
import { createSecrets, keysPath, setKey } from './secrets.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'home-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const writeKeys = async (text: string, mode = 0o600) => {
  await writeFile(keysPath(home), text)
  await chmod(keysPath(home), mode)
}

describe('secrets', () => {
  it('come from the variable of their name, then DESKHAND_KEY_<NAME>, then the key file', async () => {
    await writeKeys('OPENAI_API_KEY: from-file\nlocal box: from-file-too\n')
    const all = createSecrets({
      home,
      env: { OPENAI_API_KEY: 'from-env', DESKHAND_KEY_LOCAL_BOX: 'from-own-env' },
    })
    expect([await all.get('OPENAI_API_KEY'), await all.get('local box')]).toEqual([
      'from-env',
      'from-own-env',
    ])
    const file = createSecrets({ home, env: { OPENAI_API_KEY: '' } })
    expect([await file.get('OPENAI_API_KEY'), await file.get('local box'), await file.get('other')]).toEqual([
      'from-file',
      'from-file-too',
      null,
    ])
  })

  it('are masked in every log from the moment they are read', async () => {
    await writeKeys('box: zq-not-like-a-key\n')
    await createSecrets({ home, env: {} }).get('box')
    expect(redact('using zq-not-like-a-key now')).toBe('using [secret] now')
  })

  it('are not taken from a file that others may read, and the mend is named', async () => {
    await writeKeys('box: abcd\n', 0o644)
    await expect(createSecrets({ home, env: {} }).get('box')).rejects.toThrow(
      `Run: chmod 600 '${keysPath(home)}'`,
    )
  })

  it('are not told by the message about a file that can not be understood', async () => {
    for (const text of ['box: [sk-hidden-value\n', 'box:\n  deep: sk-hidden-value\n', 'sk-hidden-value\n']) {
      await writeKeys(text)
      const error: unknown = await createSecrets({ home, env: {} })
        .get('box')
        .catch((thrown: unknown) => thrown)
      expect(String(error)).toMatch(/one `name: key` per line/)
      expect(String(error)).not.toContain('hidden')
    }
  })

  it('are kept in a file of mode 600, beside those that are there', async () => {
    await setKey(home, 'one', 'first-key')
    await setKey(home, 'two', 'second-key')
    const secrets = createSecrets({ home, env: {} })
    expect([await secrets.get('one'), await secrets.get('two')]).toEqual(['first-key', 'second-key'])
    expect((await stat(keysPath(home))).mode & 0o777).toBe(0o600)
  })
})
