import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChildProgram, StartProgram } from '../core/child-program.ts'
import { UserError } from '../core/errors.ts'
import { startNodeProgram } from '../core/node-program.ts'
import { redact } from '../core/redaction.ts'
import { keysPath } from './key-file.ts'
import { Keyring } from './keyring.ts'
import { createSecrets } from './secrets.ts'
import { FakeSecretService, PrivateBus } from './testing/secret-service.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'home-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

/** Without a key store, also on a machine that has one. */
const FILE = { DESKHAND_KEYS: 'file' }
const inFile = (env: NodeJS.ProcessEnv = {}) => createSecrets({ home, env: { ...FILE, ...env } })

const writeKeys = async (text: string, mode = 0o600) => {
  await writeFile(keysPath(home), text)
  await chmod(keysPath(home), mode)
}
const readKeys = () => readFile(keysPath(home), 'utf8').catch(() => null)

describe('secrets without a key store', () => {
  it('come from the variable of their name, then DESKHAND_KEY_<NAME>, then the key file', async () => {
    await writeKeys('OPENAI_API_KEY: from-file\nlocal box: from-file-too\n')
    const all = inFile({ OPENAI_API_KEY: 'from-env', DESKHAND_KEY_LOCAL_BOX: 'from-own-env' })
    expect([await all.get('OPENAI_API_KEY'), await all.get('local box')]).toEqual([
      'from-env',
      'from-own-env',
    ])
    const file = inFile({ OPENAI_API_KEY: '' })
    expect([await file.get('OPENAI_API_KEY'), await file.get('local box'), await file.get('other')]).toEqual([
      'from-file',
      'from-file-too',
      null,
    ])
  })

  it('are masked in every log from the moment they are read', async () => {
    await writeKeys('box: zq-not-like-a-key\n')
    await inFile().get('box')
    expect(redact('using zq-not-like-a-key now')).toBe('using [secret] now')
  })

  it('are not taken from a file that others may read, and the mend is named', async () => {
    await writeKeys('box: abcd\n', 0o644)
    await expect(inFile().get('box')).rejects.toThrow(`Run: chmod 600 '${keysPath(home)}'`)
  })

  it('are not told by the message about a file that can not be understood', async () => {
    for (const text of ['box: [sk-hidden-value\n', 'box:\n  deep: sk-hidden-value\n', 'sk-hidden-value\n']) {
      await writeKeys(text)
      const error: unknown = await inFile()
        .get('box')
        .catch((thrown: unknown) => thrown)
      expect(String(error)).toMatch(/one `name: key` per line/)
      expect(String(error)).not.toContain('hidden')
    }
  })

  it('are kept in a file of mode 600, beside those that are there, and it is said why', async () => {
    const secrets = createSecrets({ home, env: {} })
    const store = await inFile().set('one', 'first-key')
    await inFile().set('two', 'second-key')
    expect([await inFile().get('one'), await inFile().get('two')]).toEqual(['first-key', 'second-key'])
    expect((await stat(keysPath(home))).mode & 0o777).toBe(0o600)
    expect(store).toEqual({ kind: 'file', why: expect.stringContaining('DESKHAND_KEYS=file') })
    if (process.platform === 'linux') expect((await secrets.list([])).store.why).toContain('no D-Bus')
  })

  it('are listed by name with the place that counts, and never told', async () => {
    await writeKeys('one: first-key\ntwo: second-key\n')
    const listed = await inFile({ two: 'env-key', three: 'env-key-too' }).list(['three', 'four'])
    expect(listed.keys).toEqual([
      { name: 'one', from: 'file' },
      { name: 'three', from: 'environment' },
      { name: 'two', from: 'environment' },
    ])
    expect(JSON.stringify(listed)).not.toContain('-key-')
  })

  it('are deleted, but those of the environment are left to the person', async () => {
    await writeKeys('# mine\n\none: first-key\ntwo: second-key\n')
    await inFile().delete('one')
    await inFile().delete('nothing')
    expect(await readKeys()).toBe('# mine\n\ntwo: second-key\n')
    await expect(inFile({ DESKHAND_KEY_TWO: 'x' }).delete('two')).rejects.toThrow(
      'DESKHAND_KEY_TWO is set in the environment: take it out there.',
    )
  })
})

// A Secret Service of the tests' own, which Linux alone has; the other systems' stores can't be had without a person's own.
describe.runIf(process.platform === 'linux')('secrets with a key store', () => {
  let bus: PrivateBus
  beforeAll(async () => {
    bus = await PrivateBus.start()
  })
  afterAll(() => bus[Symbol.asyncDispose]())

  let service: FakeSecretService
  beforeEach(async () => {
    service = await FakeSecretService.start(bus.address)
  })
  afterEach(() => service[Symbol.dispose]())

  const asked: ChildProgram[] = []
  const startProgram: StartProgram = (options) => {
    const program = startNodeProgram(options)
    asked.push(program)
    return program
  }
  const withStore = (env: NodeJS.ProcessEnv = {}, unlockMs?: number) => {
    const all = { DBUS_SESSION_BUS_ADDRESS: bus.address, PATH: process.env['PATH'], ...env }
    const keyring = new Keyring({
      service: 'Deskhand',
      env: all,
      startProgram,
      ...(unlockMs === undefined ? {} : { unlockMs, quickMs: unlockMs }),
    })
    return createSecrets({ home, env: all, keyring })
  }

  it('are kept there and read by every other program, and the file stays empty', async () => {
    expect(await withStore().set('OPENAI_API_KEY', 'stored-key')).toEqual({ kind: 'keyring', why: null })
    expect(service.secrets).toEqual({ OPENAI_API_KEY: 'stored-key' })
    expect(await withStore().get('OPENAI_API_KEY')).toBe('stored-key')
    expect(await readKeys()).toBeNull()
    expect(redact('it is stored-key')).toBe('it is [secret]')
  })

  it('of the file keep working, and move there when they are set anew', async () => {
    await writeKeys('one: old-key\ntwo: other-key\n')
    const secrets = withStore()
    expect(await secrets.get('one')).toBe('old-key')
    await secrets.set('one', 'new-key')
    expect([await secrets.get('one'), await secrets.get('two'), await readKeys()]).toEqual([
      'new-key',
      'other-key',
      'two: other-key\n',
    ])
  })

  it('go after those of the environment and before those of the file', async () => {
    await withStore().set('one', 'store-key')
    await writeKeys('one: file-key\n')
    expect([await withStore().get('one'), await withStore({ one: 'env-key' }).get('one')]).toEqual([
      'store-key',
      'env-key',
    ])
    const { keys, store } = await withStore({ two: 'env-key' }).list(['two'])
    expect(keys).toEqual([
      { name: 'one', from: 'keyring' },
      { name: 'two', from: 'environment' },
    ])
    expect(store).toEqual({ kind: 'keyring', why: null })
  })

  it('are deleted from both', async () => {
    await withStore().set('one', 'store-key')
    await writeKeys('one: file-key\n')
    const secrets = withStore()
    await secrets.delete('one')
    expect([await secrets.get('one'), service.secrets, await readKeys()]).toEqual([null, {}, '{}\n'])
  })

  it('of a locked store are an error that says so; those of the file still work', async () => {
    await withStore().set('one', 'store-key')
    await writeKeys('two: file-key\n')
    service.locked = true
    const secrets = withStore()
    await expect(secrets.get('one')).rejects.toThrow(/can't be used: .*Unlock it and try again/)
    await expect(secrets.set('one', 'new-key')).rejects.toThrow(UserError)
    expect([await secrets.get('two'), await readKeys()]).toEqual(['file-key', 'two: file-key\n'])
    expect((await secrets.list([])).store).toMatchObject({ kind: 'keyring' })
  })

  it('of a store that hangs are given up within the bound, and the program that asked is gone', async () => {
    await writeKeys('two: file-key\n')
    service.hangs = true
    const secrets = withStore({}, 700)
    const begun = performance.now()
    await expect(secrets.set('one', 'new-key')).rejects.toThrow('it did not answer within 0.7 seconds')
    expect(performance.now() - begun).toBeLessThan(5000)
    expect(await secrets.get('two')).toBe('file-key')
    expect((await secrets.list([])).store.why).toContain('did not answer')
    const ends = await Promise.all(asked.map(({ gone }) => gone))
    expect(ends.slice(-3).map(({ how }) => how)).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL'])
  })

  it('are read once for many who ask', async () => {
    await withStore().set('one', 'store-key')
    const secrets = withStore()
    expect(await Promise.all([1, 2, 3, 4].map(() => secrets.get('one')))).toEqual(Array(4).fill('store-key'))
    service.hangs = true
    expect(await secrets.get('one')).toBe('store-key')
  })

  it('go to the file on a bus without a store', async () => {
    service[Symbol.dispose]()
    await using empty = await PrivateBus.start()
    const secrets = withStore({ DBUS_SESSION_BUS_ADDRESS: empty.address })
    const store = await secrets.set('one', 'file-key')
    expect(store).toMatchObject({ kind: 'file', why: expect.stringContaining('org.freedesktop.secrets') })
    expect(await secrets.get('one')).toBe('file-key')
  })
})
