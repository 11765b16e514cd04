import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
let folder = ''

/** A checkout with the real scripts, a path of our own, and programs that only say that they were called. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskhand-setup-'))
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true })
  cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
  mkdirSync(join(folder, 'bin'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const program = (name: string, script: string) => {
  const path = join(folder, 'bin', name)
  writeFileSync(path, `#!/bin/sh\necho "${name} $*" >> ${folder}/calls\n${script}\n`)
  chmodSync(path, 0o755)
}
const calls = () => (existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8') : '')

const start = (uid: number, args: string[] = []) =>
  spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,process.getuid=()=>${uid}`,
      join(folder, 'scripts/start.mjs'),
      ...args,
    ],
    { env: { PATH: join(folder, 'bin'), HOME: folder }, encoding: 'utf8' },
  )

/** Programs, packages and a build that only says its arguments, with the stamps that a first start leaves. */
function everythingIsThere(): void {
  for (const name of ['Xvfb', 'openbox', 'xauth', 'dbus-daemon', 'xclip', 'mousepad', 'galculator'])
    program(name, '')
  mkdirSync(join(folder, 'out/main'), { recursive: true })
  writeFileSync(
    join(folder, 'out/main/deskhand.mjs'),
    'console.log(JSON.stringify(process.argv.slice(2))); process.exit(4)',
  )
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'src-main'))
  mkdirSync(join(folder, '.runtime'))
  const stamp = spawnSync(
    process.execPath,
    ['-e', `import('${join(folder, 'scripts/setup.mjs')}').then((setup) => setup.stamp())`],
    { env: { PATH: join(folder, 'bin') }, encoding: 'utf8' },
  )
  expect(stamp.stderr).toBe('')
}

const onLinux = test.skipIf(process.platform !== 'linux')

onLinux(
  'a person without root is told the one line that installs what is missing, and nothing is started',
  () => {
    program('apt-get', 'exit 0')
    const { status, stderr, stdout } = start(1000)
    expect(status).toBe(1)
    expect(stderr).toMatch(/^ {2}sudo apt-get install .*\bxvfb\b.*\bopenbox\b/m)
    expect(stdout).toBe('')
    expect(calls()).toBe('')
  },
)

onLinux('where there is no apt-get the packages are named', () => {
  const { status, stderr } = start(1000)
  expect(status).toBe(1)
  expect(stderr).toContain('install it with your package manager')
  expect(stderr).toContain('xvfb')
})

onLinux(
  'root gets the missing packages installed, after an update of the lists where that is needed, and is told so',
  () => {
    program(
      'apt-get',
      `case "$1" in update) : > ${folder}/updated;; install) [ -e ${folder}/updated ];; esac`,
    )
    const { stderr } = start(0)
    expect(stderr).toContain('Installing system packages:')
    expect(calls()).toMatch(/^apt-get install .*xvfb[^]*\napt-get update[^]*\napt-get install .*xvfb/m)
  },
)

onLinux('packages that can not be installed end the set-up with their names', () => {
  program('apt-get', 'exit 100')
  const { status, stderr } = start(0)
  expect(status).toBe(1)
  expect(stderr).toMatch(/Install these packages yourself and start again: .*xvfb/)
})

onLinux(
  'what is there already costs no program a call, and the arguments reach the command as they are',
  () => {
    everythingIsThere()
    const { status, stdout, stderr } = start(1000, ['run', 'say "a  b"', '--json'])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(['run', 'say "a  b"', '--json'])
    expect(status).toBe(4)
    expect(calls()).toBe('')
  },
)

describe('a set-up that Ctrl+C ends in the middle', () => {
  const LATER = { cwd: '/', stdio: 'ignore', detached: true } as const
  /** Starts in a group of its own, as a terminal does, and sends SIGINT to all of it once `path` is there. */
  async function startAndInterrupt(path: string, preload: string): Promise<void> {
    const args = ['--import', `data:text/javascript,${preload}`, join(folder, 'scripts/start.mjs'), 'runs']
    const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, HOME: folder }
    const child = spawn(process.execPath, args, { ...LATER, env })
    const ended = once(child, 'exit')
    for (const end = Date.now() + 20_000; !existsSync(join(folder, path));) {
      if (Date.now() > end) expect.fail('It did not come to that.')
      await new Promise((next) => setTimeout(next, 20))
    }
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await ended
  }
  const USER = 'process.getuid=()=>1000'

  onLinux('installs its packages anew, also where they were there before', async () => {
    everythingIsThere()
    rmSync(join(folder, 'node_modules'))
    const filled = `mkdir -p ${folder}/node_modules; echo '{}' > ${folder}/node_modules/.package-lock.json`
    program('npm', `${filled}; sleep 30`)
    await startAndInterrupt('node_modules/.package-lock.json', USER)
    program('npm', filled)
    const before = calls()
    expect(start(1000, ['runs']).status).toBe(4)
    expect(calls()).not.toBe(before)
    // Once is enough.
    const after = calls()
    expect(start(1000, ['runs']).status).toBe(4)
    expect(calls()).toBe(after)
  })

  onLinux('never takes a Node for one that was only half fetched', async () => {
    everythingIsThere()
    const old = `${USER};Object.defineProperty(process.versions,'node',{value:'20.0.0'})`
    const put = (what: string) => `
      while [ "$1" != --prefix ]; do shift; done
      mkdir -p "$2/node_modules/node-linux-${process.arch}/bin" && cd "$2/node_modules/node-linux-${process.arch}/bin" && ${what}
      : > ${folder}/fetching`
    program('npm', `${put('echo half > node && chmod +x node')}; sleep 30`)
    await startAndInterrupt('fetching', old)
    program('npm', put(`ln -s ${process.execPath} node`))
    const args = ['--import', `data:text/javascript,${old}`, join(folder, 'scripts/start.mjs'), 'runs']
    const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin`, HOME: folder }
    expect(spawnSync(process.execPath, args, { env, encoding: 'utf8' })).toMatchObject({ status: 4 })
  })
})

onLinux('packages that a link stands for are never emptied', () => {
  for (const name of ['Xvfb', 'openbox', 'xauth', 'dbus-daemon', 'xclip', 'mousepad', 'galculator'])
    program(name, '')
  program('npm', '')
  mkdirSync(join(folder, 'packages'))
  symlinkSync(join(folder, 'packages'), join(folder, 'node_modules'))
  const { status, stderr } = start(1000)
  expect(status).toBe(1)
  expect(stderr).toContain('node_modules is a link')
  expect(calls()).toBe('')
})

describe('the hooks of git', () => {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8', env: GIT_ENV })
  const GIT_ENV = { PATH: process.env['PATH'], HOME: '/nowhere', GIT_CONFIG_NOSYSTEM: '1' }
  const hooksPath = () => git('config', '--get', 'core.hooksPath').stdout.trim()
  const setUp = () => {
    symlinkSync(spawnSync('which', ['git'], { encoding: 'utf8' }).stdout.trim(), join(folder, 'bin/git'))
    everythingIsThere()
    cpSync(join(root, '.githooks'), join(folder, '.githooks'), { recursive: true })
    return start(1000, ['runs'])
  }

  onLinux('are those of the project in a checkout that has none', () => {
    git('init', '-q')
    expect(setUp()).toMatchObject({ status: 4, stderr: '' })
    expect(hooksPath()).toBe('.githooks')
  })

  onLinux('stay those of the person, wherever they are', () => {
    git('init', '-q')
    git('config', 'core.hooksPath', 'mine')
    expect(setUp()).toMatchObject({ status: 4, stderr: '' })
    expect(hooksPath()).toBe('mine')
    git('config', '--unset', 'core.hooksPath')
    mkdirSync(join(folder, '.git/hooks'), { recursive: true })
    writeFileSync(join(folder, '.git/hooks/commit-msg'), '#!/bin/sh\n', { mode: 0o755 })
    expect(start(1000, ['runs'])).toMatchObject({ status: 4, stderr: '' })
    expect(hooksPath()).toBe('')
  })

  onLinux('are no matter of a package, nor of a machine without git', () => {
    expect(setUp()).toMatchObject({ status: 4, stderr: '' })
    expect(existsSync(join(folder, '.git'))).toBe(false)
    rmSync(join(folder, 'bin/git'))
    git('init', '-q')
    expect(start(1000, ['runs'])).toMatchObject({ status: 4, stderr: '' })
    expect(hooksPath()).toBe('')
  })
})

describe('the message of a commit', () => {
  const check = (message: string) => {
    writeFileSync(join(folder, 'message'), message)
    return spawnSync(join(root, '.githooks/commit-msg'), [join(folder, 'message')], { encoding: 'utf8' })
  }

  onLinux.each([
    'fix(replay): find a control that has moved',
    'feat(chat, quick)!: ask before a file is replaced',
    `docs(readme): ${'x'.repeat(58)}`,
    'test(safety): “Löschen” asks, too',
    "Merge branch 'docs'",
    'Revert "fix(replay): find a control"',
    'fixup! fix(replay): find a control',
    '# a comment of git\nfix(replay): find a control',
  ])('passes: %s', (message) => {
    expect(check(`${message}\n\nWhy, and the proof.\n`)).toMatchObject({ status: 0, stderr: '' })
  })

  onLinux.each([
    ['Find a control that has moved', 'type(scope): subject'],
    ['fix: find a control', 'type(scope): subject'],
    ['mend(replay): find a control', 'Types: build|'],
    ['fix(replay): find a control.', 'without a full stop'],
    ['fix(replay):', 'type(scope): subject'],
    ['', 'type(scope): subject'],
    [`docs(readme): ${'x'.repeat(59)}`, 'has 73 characters'],
  ])('is refused: %s', (message, why) => {
    const { status, stderr } = check(`${message}\n`)
    expect(status).toBe(1)
    expect(stderr).toContain(why)
  })
})

onLinux('two starts set up one after the other, and what a start left behind stops nobody', async () => {
  everythingIsThere()
  const lock = join(folder, '.runtime/setup.lock')
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  writeFileSync(lock, String(gone))
  expect(start(1000).status).toBe(4)
  expect(existsSync(lock)).toBe(false)

  writeFileSync(lock, String(process.pid))
  const waiting = spawn(process.execPath, [join(folder, 'scripts/deskhand.mjs')], {
    env: { PATH: join(folder, 'bin'), HOME: folder },
  })
  let told = ''
  waiting.stderr.on('data', (data: Buffer) => (told += data.toString()))
  await expect.poll(() => told, { timeout: 8000 }).toContain('Waiting for it')
  expect(waiting.exitCode).toBe(null)
  rmSync(lock)
  expect(await once(waiting, 'exit')).toEqual([4, null])
})
