import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { configPath, setConfigValue } from './config.ts'
import { ConfigWatch } from './watch.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'home-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

it('tells each change, by whom and in whatever way it was written, and nothing else', async () => {
  let told = 0
  using _watch = new ConfigWatch(home, () => void told++)
  await setConfigValue(home, ['system', 'max_step'], 3)
  await expect.poll(() => told).toBe(1)
  await appendFile(configPath(home), '# a person was here\n')
  await expect.poll(() => told).toBe(2)
  await writeFile(join(home, 'other.yaml'), 'system: {max_step: 9}\n')
  await rename(join(home, 'other.yaml'), configPath(home))
  await expect.poll(() => told).toBe(3)
  await writeFile(join(home, 'keys.yaml'), 'a: b\n')
  await writeFile(configPath(home), 'system: {max_step: 9}\n')
  await rm(configPath(home))
  await expect.poll(() => told).toBe(4)
})

it('ends with its handle', async () => {
  let told = 0
  const ended = new ConfigWatch(home, () => void told++)
  ended[Symbol.dispose]()
  let heard = 0
  using _watch = new ConfigWatch(home, () => void heard++)
  await setConfigValue(home, ['system', 'max_step'], 3)
  await expect.poll(() => heard).toBe(1)
  expect(told).toBe(0)
})

it('tells at once who asks, and once', async () => {
  let told = 0
  using watch = new ConfigWatch(home, () => void told++)
  await setConfigValue(home, ['system', 'max_step'], 3)
  await watch.look()
  expect(told).toBe(1)
  await appendFile(configPath(home), '# more\n')
  await expect.poll(() => told).toBe(2)
})
