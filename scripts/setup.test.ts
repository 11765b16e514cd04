import { spawnSync } from 'node:child_process'
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
import { afterEach, beforeEach, expect, test } from 'vitest'

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
    // The stamps that a first start leaves.
    const stamp = spawnSync(
      process.execPath,
      ['-e', `import('${join(folder, 'scripts/setup.mjs')}').then((setup) => setup.stamp())`],
      { env: { PATH: join(folder, 'bin') }, encoding: 'utf8' },
    )
    expect(stamp.stderr).toBe('')
    const { status, stdout, stderr } = start(1000, ['run', 'say "a  b"', '--json'])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(['run', 'say "a  b"', '--json'])
    expect(status).toBe(4)
    expect(calls()).toBe('')
  },
)

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
