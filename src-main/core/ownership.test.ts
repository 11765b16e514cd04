import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UserError } from './errors.ts'
import { takeOwnership } from './ownership.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'owner-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
const path = () => join(folder, 'owner.json')
const take = () => takeOwnership(path(), (process) => `Another (${process}) works here.`)
const leftBy = (owner: object) => writeFile(path(), JSON.stringify(owner))

describe('what one process has', () => {
  it('is refused to every other one until it is given back', async () => {
    const owned = await take()
    await expect(take()).rejects.toThrow(UserError)
    await expect(take()).rejects.toThrow(`Another (process ${process.pid}) works here. If it is not there`)
    await owned[Symbol.asyncDispose]()
    expect(existsSync(path())).toBe(false)
    await using _again = await take()
  })

  it('is taken from one that was killed, also where its number is another’s by now', async () => {
    const other = spawn('sleep', ['60'])
    const { pid } = other
    await leftBy({ pid, started: null, host: hostname() })
    await expect(take()).rejects.toThrow(`process ${pid}`)
    await leftBy({ pid, started: '1', host: hostname() })
    await (await take())[Symbol.asyncDispose]()
    await leftBy({ pid, started: null, host: hostname() })
    other.kill('SIGKILL')
    await once(other, 'exit')
    await using _taken = await take()
    expect(JSON.parse(await readFile(path(), 'utf8'))).toMatchObject({ pid: process.pid })
  })

  it('is not taken from one of another machine, which can’t be looked at', async () => {
    await leftBy({ pid: 1, started: null, host: 'elsewhere' })
    await expect(take()).rejects.toThrow('process 1 on elsewhere')
    await expect(take()).rejects.toThrow(`remove ${path()}`)
  })
})
