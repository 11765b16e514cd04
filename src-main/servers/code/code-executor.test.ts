import { execFileSync } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createServerOfSocket, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sandbox } from '../../platform/linux/sandbox.ts'
import type { ThreadHost } from '../server-module.ts'
import { connectTo } from '../testing/in-memory.ts'
import { META } from '../tool-reply.ts'
import { build } from './code-executor.ts'

const owned = new Set<number>()
const host: ThreadHost = { own: (pid) => owned.add(pid), disown: (pid) => owned.delete(pid) }
let home: string
let outputFolder: string

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'deskhand-code-'))
  outputFolder = join(home, '.run')
})
afterEach(async () => {
  expect(owned).toEqual(new Set())
  await rm(home, { recursive: true })
})

async function answer(parameters: Record<string, unknown>, options: { signal?: AbortSignal } = {}) {
  const server = await build(
    { env: { HOME: home }, applications: {}, desktop: 'virtual', outputFolder },
    host,
  )
  const { call } = await connectTo(server)
  return call('run_code', parameters, { meta: { [META.admitted]: true }, ...options })
}
const run = async (code: string, more: Record<string, unknown> = {}) =>
  (await answer({ code, ...more })).structuredContent?.['result'] as Record<string, unknown> | undefined
const fault = async (code: string, more: Record<string, unknown> = {}) => {
  const { isError, content } = await answer({ code, ...more })
  expect(isError).toBe(true)
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

test.each([
  ['python', 'print(6 * 7)'],
  ['javascript', 'console.log(6 * 7)'],
])('a script in %s tells what it prints', async (language, code) => {
  expect(await run(code, { language })).toMatchObject({ stdout: '42\n' })
})

test('a script whose line breaks were escaped once too seldom runs, and what it has written is told', async () => {
  await writeFile(join(home, 'numbers.txt'), '17\n25\n')
  const code = "t = open('numbers.txt', 'w')\nt.write('\n'.join(['17', '25', '42']) + '\n')\nt.close()"
  const results = [{ file: 'numbers.txt', to: '~/numbers.txt' }]
  expect(await run(code, { results, replace: true })).toMatchObject({
    written: [{ file: 'numbers.txt', bytes: 9, text: '17\n25\n42\n' }],
  })
  expect(await readFile(join(home, 'numbers.txt'), 'utf8')).toBe('17\n25\n42\n')
})

test('a script reads the files that it names, and leaves what it shall', async () => {
  await writeFile(join(home, 'in.csv'), 'pears,3\nplums,4\n')
  const code = `
import csv, os
rows = list(csv.reader(open(os.path.expanduser('~/in.csv'))))
open('sum.txt', 'w').write(str(sum(int(n) for _, n in rows)))
open('rest.txt', 'w').write('x')`
  const results = [{ file: 'sum.txt', to: '~/out/' }]
  expect(await run(code, { files: ['~/in.csv'], results })).toMatchObject({
    written: [
      { file: 'rest.txt', bytes: 1 },
      { file: 'sum.txt', bytes: 1 },
    ],
    saved: [join(home, 'out/sum.txt')],
  })
  expect(await readFile(join(home, 'out/sum.txt'), 'utf8')).toBe('7')
  expect(await readdir(join(home, 'out'))).toEqual(['sum.txt'])
})

test('what a script has left in its folder is there for the next', async () => {
  await run(`open('kept', 'w').write('still here')`)
  expect(await run(`print(open('kept').read())`)).toMatchObject({ stdout: 'still here\n' })
})

test('a file that is there is replaced only where that was wanted, and a failed script saves nothing', async () => {
  const to = join(home, 'notes.txt')
  await writeFile(to, 'old')
  const more = { results: [{ file: 'n', to }] }
  const code = `open('n', 'w').write('new')`
  expect(await fault(code, more)).toContain('is there already')
  expect(await fault(`${code}\n1 / 0`, { ...more, replace: true })).toContain('ZeroDivisionError')
  expect(await readFile(to, 'utf8')).toBe('old')
  await run(code, { ...more, replace: true })
  expect(await readFile(to, 'utf8')).toBe('new')
})

test('a result can not be started by a click', async () => {
  const to = join(home, 'tool')
  await run(`import os\nopen('t', 'w').write('#!/bin/sh')\nos.chmod('t', 0o755)`, {
    results: [{ file: 't', to }],
  })
  expect((await stat(to)).mode & 0o111).toBe(0)
})

test('nothing runs unless the gate let it through, and nothing is offered where there is no sandbox', async () => {
  const options = { env: { HOME: home }, applications: {}, desktop: 'virtual' as const, outputFolder }
  const { call } = await connectTo(await build(options, host))
  expect(await call('run_code', { code: 'print(1)' })).toMatchObject({ _meta: { [META.code]: 'refused' } })
  const broken = { ...sandbox, fault: () => Promise.resolve({ detail: 'forbidden', mend: '' }) }
  for (const without of [broken, null]) {
    const { client } = await connectTo(await build(options, host, without))
    expect((await client.listTools()).tools).toEqual([])
  }
})

describe('a script does not get out of its sandbox', () => {
  test.each(['python', 'javascript'])(
    'to a socket in a folder that it reads, such as that of a desktop: in %s',
    async (language) => {
      const folder = join(home, 'talk')
      await mkdir(folder)
      let heard = 0
      const server = createServerOfSocket(() => heard++).listen(join(folder, 's'))
      await once(server, 'listening')
      const path = JSON.stringify(join(folder, 's'))
      const code =
        language === 'python'
          ? `import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect(${path})\nprint('through')`
          : `require('net').connect(${path}, () => console.log('through'))`
      try {
        expect(await fault(code, { language, files: [folder] })).not.toContain('through')
        expect(heard).toBe(0)
      } finally {
        server.close()
      }
    },
  )

  test('to a named pipe in a folder that it reads, at which a program listens', async () => {
    const folder = join(home, 'talk/below')
    await mkdir(folder, { recursive: true })
    execFileSync('mkfifo', [join(folder, 'pipe')])
    await writeFile(join(folder, 'a.txt'), 'read')
    // Open at both ends, so that a writer would not wait.
    const pipe = await open(join(folder, 'pipe'), constants.O_RDWR | constants.O_NONBLOCK)
    try {
      const code = `import os
print(open(${JSON.stringify(join(folder, 'a.txt'))}).read())
try:
  os.write(os.open(${JSON.stringify(join(folder, 'pipe'))}, os.O_WRONLY | os.O_NONBLOCK), b'secret')
except OSError:
  pass`
      expect(await run(code, { files: [join(home, 'talk')] })).toMatchObject({ stdout: 'read\n' })
      await expect(pipe.read({ buffer: Buffer.alloc(16) })).rejects.toThrow('EAGAIN')
    } finally {
      await pipe.close()
    }
  })

  test('to a named pipe that another program makes in such a folder while it runs', async () => {
    const folder = join(home, 'talk')
    await mkdir(folder)
    const path = join(folder, 'pipe')
    const code = `import os, time
open('ready', 'w').write('x')
while not os.path.exists(${JSON.stringify(path)}): time.sleep(0.01)
for each in range(20):
  try:
    os.write(os.open(${JSON.stringify(path)}, os.O_WRONLY | os.O_NONBLOCK), b'secret')
    print('written')
  except PermissionError:
    print('denied')
    break
  except OSError:
    time.sleep(0.1)`
    const running = run(code, { files: [folder] })
    // The folder was looked through before.
    await expect.poll(() => existsSync(join(outputFolder, 'code/ready'))).toBe(true)
    execFileSync('mkfifo', [path])
    const pipe = await open(path, constants.O_RDWR | constants.O_NONBLOCK)
    try {
      expect(await running).toMatchObject({ stdout: 'denied\n' })
      await expect(pipe.read({ buffer: Buffer.alloc(16) })).rejects.toThrow('EAGAIN')
    } finally {
      await pipe.close()
    }
  })

  test('to the network: a server of this machine hears nothing', async () => {
    let heard = 0
    const server = createServer(() => heard++).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    try {
      for (const family of ['AF_INET', 'AF_INET6', 'AF_NETLINK', 'AF_VSOCK'])
        expect(await fault(`import socket\nsocket.socket(socket.${family}, socket.SOCK_STREAM)`)).toContain(
          'PermissionError',
        )
      expect(
        await fault(`require('net').connect(${port}, '127.0.0.1')`, { language: 'javascript' }),
      ).toContain('EPERM')
      expect(await fault(`await fetch('http://127.0.0.1:${port}')`, { language: 'javascript' })).not.toBe('')
      expect(heard).toBe(0)
    } finally {
      server.close()
    }
  })

  test('to files of the person that it did not name, be it by a link or by the system’s own view', async () => {
    await mkdir(join(home, '.ssh'))
    await writeFile(join(home, '.ssh/id_ed25519'), 'SECRET')
    await writeFile(join(home, 'named.txt'), 'named')
    const code = `
import glob, os
print(sorted(os.listdir(os.path.expanduser('~'))))
ways = ['${home}/.ssh/id_ed25519', '${outputFolder}/x', '/etc/passwd', '/root/.bashrc', '/tmp/.X11-unix', '/run/user']
ways += [f'{root}{home}/.ssh/id_ed25519' for root in glob.glob('/proc/*/root') + glob.glob('/proc/*/cwd')
         for home in ['${home}']]
os.symlink('${home}/.ssh/id_ed25519', 'link')
for way in ways + ['link']:
    print(os.path.exists(way), end=' ')
try:
    first = open('/proc/1/environ').read()
except PermissionError:
    first = ''
print(sorted(os.environ), first.count('DESKHAND') > 0)`
    const { stdout, removed } = (await run(code, { files: ['~/named.txt'] })) as {
      stdout: string
      removed: string[]
    }
    expect(stdout).toContain(`['named.txt']`)
    expect(stdout).not.toContain('True')
    expect(stdout).toContain(`['HOME', 'LANG', 'PATH', 'PWD', 'TMPDIR']`)
    expect(removed).toEqual(['link'])
  })

  test('by a result that is a link, or lies elsewhere', async () => {
    await writeFile(join(home, 'secret'), 'SECRET')
    const to = join(home, 'out')
    const code = `import os\nos.symlink('${home}/secret', 'a')\nos.makedirs('d', exist_ok=True)\nos.symlink('${home}', 'd/b')`
    for (const file of ['a', 'd/b/secret', '../../secret', '/etc/passwd'])
      expect(await fault(code, { results: [{ file, to }] })).toContain('has left no file')
    await expect(stat(to)).rejects.toThrow('ENOENT')
  })

  test('by a link that stands where it shall read: what it means is what the gate has judged', async () => {
    await writeFile(join(home, 'secret'), 'SECRET')
    await symlink(join(home, 'secret'), join(home, 'link'))
    // The file behind the link is read under the link's name, and nothing else of the home is there.
    expect(
      await run(`import os\nprint(open('${home}/link').read(), os.path.exists('${home}/secret'))`, {
        files: ['~/link'],
      }),
    ).toMatchObject({ stdout: 'SECRET False\n' })
  })

  test('to write elsewhere than in its folder', async () => {
    await writeFile(join(home, 'named.txt'), 'named')
    const code = `
for path in ['${home}/named.txt', '/usr/x', '/x', '/dev/x', '/run/x', '/proc/sys/kernel/core_pattern']:
    try:
        open(path, 'w')
        print('wrote', path)
    except OSError: pass`
    expect(await run(code, { files: ['~/named.txt'] })).toMatchObject({ stdout: '' })
    expect(await readFile(join(home, 'named.txt'), 'utf8')).toBe('named')
  })

  test('as another process, with other rights, or into another’s memory', async () => {
    expect(await fault(`import os\nwhile True: os.fork()`)).toContain('PermissionError')
    expect(await fault(`import subprocess\nsubprocess.run(['true'])`)).toContain('PermissionError')
    expect(
      await fault(`require('child_process').execFileSync('true')`, { language: 'javascript' }),
    ).toContain('EPERM')
    const code = `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
for call in [lambda: libc.unshare(0x10000000), lambda: libc.ptrace(16, 1, 0, 0), lambda: libc.setns(3, 0),
             lambda: libc.mount(b'none', b'/work', b'tmpfs', 0, None), lambda: libc.chroot(b'/'), lambda: libc.memfd_create(b'm', 0)]:
    print(call(), ctypes.get_errno(), end='; ')
print(os.getuid(), open('/proc/self/status').read().split('CapEff:')[1].split()[0])`
    expect(await run(code)).toMatchObject({ stdout: `${'-1 1; '.repeat(6)}1000 0000000000000000\n` })
  })

  test('in time, memory or room on the disk', async () => {
    expect(await fault('while True: pass', { seconds: 1 })).toContain('took longer than 1 s')
    expect(await fault('x = bytearray(3 << 30)')).toContain('MemoryError')
    expect(await fault('import mmap\nmmap.mmap(-1, 3 << 30)')).toContain('Cannot allocate')
    expect(await fault('new Uint8Array(4e9)', { language: 'javascript' })).toContain('failed')
    const fill = `
for folder in ['/tmp', '/dev/shm']:
    try:
        with open(folder + '/big', 'wb') as big:
            for _ in range(1000): big.write(b'x' * (1 << 20))
        print('filled', folder)
    except OSError as error: print(error.errno)`
    expect(
      await fault(`${fill}\nfor n in range(9):\n    open(f'{n}', 'wb').write(b'x' * (100 << 20))`),
    ).toContain('may keep 256 MB')
    expect(await run(`import os\nprint(os.listdir('.'))`)).toMatchObject({ stdout: '[]\n' })
  })

  test('after a stop', async () => {
    const stop = new AbortController()
    const asked = answer({ code: `open('began', 'w')\nwhile True: pass` }, { signal: stop.signal })
    const began = () =>
      stat(join(outputFolder, 'code/began')).then(
        () => true,
        () => false,
      )
    await expect.poll(began).toBe(true)
    stop.abort()
    await expect(asked).rejects.toThrow()
    await expect.poll(() => owned.size).toBe(0)
  })
})
