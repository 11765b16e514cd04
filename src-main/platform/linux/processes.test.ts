import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bytesWritten,
  isAlive,
  nameOfProgram,
  processesWith,
  processNameOf,
  processRef,
  signal,
  wordsFor,
} from './processes.ts'

it.each([
  ['galculator', ['galculator'], 'galculator'],
  ['soffice.bin', ['/usr/lib/libreoffice/program/soffice.bin', '--calc'], 'soffice'],
  ['python3.11', ['/usr/bin/python3', '-u', '/opt/tool/my-tool.py', '--x'], 'my-tool'],
  ['python3.11', ['python3', '-c'], 'python3.11'],
  ['gnome-terminal-server', ['/usr/libexec/gnome-terminal-server'], 'gnome-terminal-server'],
])('the process of %s is called by its program or script', (program, args, name) => {
  expect(nameOfProgram(program, args)).toBe(name)
})

it('the script of an interpreter is no file that it was given', () => {
  expect(wordsFor('python3.11', ['/usr/bin/python3', '/usr/bin/pdfarranger', 'page.pdf'])).toEqual([
    'page.pdf',
  ])
  expect(wordsFor('mousepad', ['mousepad', '--new', 'run.sh'])).toEqual(['run.sh'])
})

it('a process is the same as long as it lives, and its name is not cut', async () => {
  const child = spawn('sleep', ['1000'], {
    stdio: 'ignore',
    env: { ...process.env, DESKHAND_TEST_MARK: 'here' },
  })
  const pid = child.pid!
  const ref = processRef(pid)!
  expect(ref.pid).toBe(pid)
  expect(await processNameOf(pid)).toBe('sleep')
  expect(isAlive(ref)).toBe(true)
  expect(isAlive({ pid, start: '1' })).toBe(false)
  expect((await processesWith('DESKHAND_TEST_MARK=here')).map((one) => one.pid)).toEqual([pid])
  expect(await processesWith('DESKHAND_TEST_MARK=her')).toEqual([])
  expect(await processesWith('DESKHAND_TEST_MARK=here', null, Number(ref.start))).toEqual([ref])
  expect(await processesWith('DESKHAND_TEST_MARK=here', null, Number(ref.start) + 1)).toEqual([])
  signal({ pid, start: '1' }, 'SIGKILL')
  expect(child.signalCode).toBeNull()
  signal(ref, 'SIGKILL')
  await once(child, 'exit')
  expect(isAlive(ref)).toBe(false)
  expect(processRef(pid)).toBeNull()
})

it('a process that has written over its environment is found by the folder in its command line, also when stopped', async () => {
  const folder = `/tmp/deskhand-test-${process.pid}`
  const child = spawn('sh', ['-c', 'sleep 1000 & wait', 'sh', `--user-data-dir=${folder}/applications/x`], {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'] ?? '' },
  })
  try {
    await expect.poll(async () => (await processesWith('NO_MARK=here', folder)).length).toBe(2)
    child.kill('SIGSTOP')
    expect((await processesWith('NO_MARK=here', folder)).map((one) => one.pid)).toContain(child.pid)
    expect(await processesWith('NO_MARK=here')).toEqual([])
    expect(await processesWith('NO_MARK=here', `${folder}-other`)).toEqual([])
  } finally {
    for (const one of await processesWith('NO_MARK=here', folder)) signal(one, 'SIGKILL')
  }
})

describe('where many processes run', () => {
  const crowd: ChildProcess[] = []
  beforeAll(async () => {
    for (let one = 0; one < 100; one++) crowd.push(spawn('sleep', ['1000'], { stdio: 'ignore' }))
    await Promise.all(crowd.map((child) => once(child, 'spawn')))
  })
  afterAll(() => crowd.forEach((child) => child.kill('SIGKILL')))

  it('they are looked at without opening the files of all of them at once', async () => {
    const open = () => readdirSync('/proc/self/fd').length
    const before = open()
    let most = before
    let isDone = false
    const sample = () => {
      most = Math.max(most, open())
      if (!isDone) setImmediate(sample)
    }
    sample()
    await processesWith('DESKHAND_TEST_MARK=nowhere', '/nowhere')
    isDone = true
    expect(most - before).toBeLessThan(100)
  })

  it('they are read again and again in the memory that the first reading took', async () => {
    const before = process.memoryUsage().arrayBuffers
    let most = before
    for (let scan = 0; scan < 3; scan++) {
      await processesWith('DESKHAND_TEST_MARK=nowhere', '/nowhere')
      most = Math.max(most, process.memoryUsage().arrayBuffers)
    }
    expect(most - before).toBeLessThan(2_000_000)
  })
})

it('finds a mark that is not ASCII, or that stands behind a long environment', async () => {
  const env = { PATH: process.env['PATH'] ?? '', LONG: 'ü'.repeat(30_000), DESKHAND_TEST_MARK: '/tmp/büro' }
  const child = spawn('sleep', ['1000'], { stdio: 'ignore', env })
  try {
    await once(child, 'spawn')
    const found = () => processesWith('DESKHAND_TEST_MARK=/tmp/büro')
    await expect.poll(async () => (await found()).map(({ pid }) => pid)).toEqual([child.pid])
  } finally {
    child.kill('SIGKILL')
  }
})

it('what a process writes to files is counted as soon as it is written, and not where the kernel does not count it', () => {
  const folder = mkdtempSync(join(homedir(), '.deskhand-test-'))
  try {
    const before = bytesWritten(process.pid, folder)
    writeFileSync(join(folder, 'a.txt'), 'Hello')
    const after = bytesWritten(process.pid, folder)
    if (before === null) expect(after).toBeNull()
    else expect(after).toBeGreaterThan(before)
    expect(bytesWritten(process.pid, '/proc')).toBeNull()
  } finally {
    rmSync(folder, { recursive: true })
  }
})
