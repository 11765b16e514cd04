import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { registerSecret } from '../core/redaction.ts'
import { openProgramLog, programLogPath } from './program-log.ts'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'log-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const open = (
  config: Partial<Parameters<typeof openProgramLog>[0]['config']> = {},
  print: (line: string) => void = () => {},
  place = home,
) => openProgramLog({ home: place, config: { log_level: 'warn', print_log: false, ...config }, print })
const read = (path = programLogPath(home)) => readFile(path, 'utf8')
const messages = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg)

describe('the log of the program', () => {
  it('says what log_level lets pass, one JSON value per line, for its owner alone', async () => {
    const log = open({ log_level: 'info' }, () => {}, join(home, 'new'))
    log.debug('small')
    log.info({ run: 'a' }, 'begun')
    log.error('ended')
    const path = programLogPath(join(home, 'new'))
    expect(messages(await read(path))).toEqual(['begun', 'ended'])
    expect(JSON.parse((await read(path)).split('\n')[0] ?? '')).toMatchObject({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      pid: process.pid,
      run: 'a',
    })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('is not there where log_level is silent', async () => {
    open({ log_level: 'silent' }).error('ended')
    await expect(read()).rejects.toThrow('ENOENT')
  })

  it('is printed, too, where print_log says so', async () => {
    const printed: string[] = []
    open({ print_log: true }, (line) => printed.push(line)).warn('slow')
    open({ print_log: false }, (line) => printed.push(line)).warn('slower')
    expect(messages(printed.join(''))).toEqual(['slow'])
    expect(messages(await read())).toEqual(['slow', 'slower'])
  })

  it('holds no key', async () => {
    registerSecret('a-very-own-key')
    const printed: string[] = []
    open({ print_log: true }, (line) => printed.push(line)).warn('used a-very-own-key and sk-abcdefgh1234')
    for (const text of [await read(), printed.join('')]) {
      expect(messages(text)).toEqual(['used [secret] and [secret]'])
    }
  })

  it('puts a large file aside, and keeps one', async () => {
    await writeFile(programLogPath(home), '')
    await truncate(programLogPath(home), 4_999_990)
    await writeFile(`${programLogPath(home)}.1`, 'older')
    const log = open()
    log.warn('first')
    log.warn('second')
    expect((await stat(`${programLogPath(home)}.1`)).size).toBe(4_999_990)
    expect(messages(await read())).toEqual(['first', 'second'])
  })

  it('hurts nobody where it can be neither written nor printed', async () => {
    await mkdir(programLogPath(home))
    const broken = () => {
      throw new Error('nobody reads')
    }
    for (const place of [home, '/proc/deskhand']) {
      expect(() => open({ print_log: true }, broken, place).error('ended')).not.toThrow()
    }
  })
})
