// What electron-builder puts into a package, and whether it is enough. Electron's own distribution is played by a folder of the
// same shape, so that nothing is fetched; the app that is taken out of the archive then runs.
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createPackage, extractAll, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchApp, shell } from './support/app.ts'
import { request } from './support/app-person.ts'
import { place, withoutDesktop } from './support/deskhand.ts'
import { personDesktop } from './support/person-desktop.ts'

const exec = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
/** Marks the wire of fuses in Electron's binary: https://electronjs.org/docs/tutorial/fuses */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

let folder: string
let packed: string
let names: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskhand-package-'))
  const electron = join(folder, 'electron')
  await playElectron(electron)
  await exec(
    process.execPath,
    [
      join(root, 'node_modules/electron-builder/cli.js'),
      '--linux',
      `--${process.arch}`,
      '--dir',
      '--publish=never',
      `-c.electronDist=${electron}`,
      `-c.directories.output=${join(folder, 'dist')}`,
    ],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  )
  const [unpacked = ''] = (await readdir(join(folder, 'dist'))).filter((name) => name.endsWith('unpacked'))
  packed = join(folder, 'dist', unpacked)
  names = listPackage(join(packed, 'resources/app.asar'), { isPack: false }).map((name) =>
    name.replaceAll('\\', '/'),
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A folder with what electron-builder looks for in Electron's distribution. */
async function playElectron(at: string): Promise<void> {
  await mkdir(join(at, 'resources'), { recursive: true })
  await mkdir(join(at, 'locales'))
  await mkdir(join(at, 'empty'))
  await writeFile(join(at, 'empty/package.json'), '{}')
  await createPackage(join(at, 'empty'), join(at, 'resources/default_app.asar'))
  await rm(join(at, 'empty'), { recursive: true })
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, 9]), Buffer.from('101100011')])
  await writeFile(join(at, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), wire]))
  await chmod(join(at, 'electron'), 0o755)
  for (const file of ['version', 'LICENSE', 'LICENSES.chromium.html', 'locales/en-US.pak', 'locales/de.pak'])
    await writeFile(join(at, file), file === 'version' ? '45.4.1' : '')
}

const natives = () => names.filter((name) => /\.(?:node|so(?:\.[\d.]+)?|dylib|dll)$/.test(name))

describe('the package', () => {
  test('has the built app, its prompts and icons, and no source, test, map or tool of development', () => {
    for (const name of [
      '/out/main/app.mjs',
      '/out/main/desktop.mjs',
      '/out/main/worker.mjs',
      '/out/preload/preload.cjs',
      '/out/renderer/index.html',
      '/out/renderer/pill.html',
      '/package.json',
    ])
      expect(names, name).toContain(name)
    const resources = names.filter((name) => name.startsWith('/resources/'))
    for (const name of [
      '/resources/prompts/host.md',
      '/resources/icons/512x512.png',
      '/resources/icons/tray',
    ])
      expect(resources, name).toContain(name)
    const own = names.filter((name) => !name.startsWith('/node_modules'))
    expect(
      own.filter((name) => /^\/(?:src-|e2e|bench|scripts|docs|\.)|\.(?:ts|tsx|map)$|\.test\./.test(name)),
    ).toEqual([])
    expect(own).not.toContain('/out/main/deskhand.mjs')
    const packages = new Set(
      names.flatMap((name) => /^\/node_modules\/(@[^/]+\/[^/]+|[^/@]+)/.exec(name)?.[1] ?? []),
    )
    for (const tool of [
      'electron',
      'vite',
      'vitest',
      'typescript',
      'playwright',
      'react',
      'electron-builder',
    ])
      expect([...packages]).not.toContain(tool)
  })

  test('has natives of this system alone, outside of the archive, and nothing else lies there', async () => {
    expect(natives().length).toBeGreaterThan(2)
    const other = process.platform === 'linux' ? /darwin|win32|musl/ : /linux/
    expect(natives().filter((name) => other.test(name))).toEqual([])
    const outside = (
      await readdir(join(packed, 'resources/app.asar.unpacked'), { recursive: true, withFileTypes: true })
    )
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name).slice(join(packed, 'resources/app.asar.unpacked').length),
      )
    for (const name of natives()) expect(outside, name).toContain(name)
    expect(outside.filter((name) => /\.[cm]?js$/.test(name) && !name.includes('/@img/'))).toEqual([])
  })

  test('has all that its packages need, also those that only other systems load', async () => {
    const taken = join(folder, 'taken-packages')
    extractAll(join(packed, 'resources/app.asar'), taken)
    // Linux needs neither: the drivers of Windows and macOS load them.
    const load = `const load = require('node:module').createRequire(${JSON.stringify(join(taken, 'out/main/desktop.mjs'))})
      console.log(typeof load('koffi').load, typeof load('@nut-tree-fork/libnut-linux').getMousePos)`
    const env = { ...process.env, NODE_PATH: '' }
    expect((await exec(process.execPath, ['-e', load], { env, cwd: taken })).stdout.trim()).toBe(
      'function function',
    )
  })

  test('has every fuse as it was decided', async () => {
    const wire = await getCurrentFuseWire(join(packed, 'deskhand'))
    const on = (option: FuseV1Options) =>
      (wire as unknown as Record<number, FuseState>)[option] === FuseState.ENABLE
    expect({
      runAsNode: on(FuseV1Options.RunAsNode),
      cookieEncryption: on(FuseV1Options.EnableCookieEncryption),
      nodeOptions: on(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: on(FuseV1Options.EnableNodeCliInspectArguments),
      integrity: on(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyAsar: on(FuseV1Options.OnlyLoadAppFromAsar),
      ownSnapshot: on(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot),
      fileProtocol: on(FuseV1Options.GrantFileProtocolExtraPrivileges),
    }).toEqual({
      runAsNode: false,
      cookieEncryption: true,
      nodeOptions: false,
      inspect: false,
      integrity: true,
      onlyAsar: true,
      ownSnapshot: false,
      fileProtocol: false,
    })
  })

  test(`is enough: the app taken out of it carries out the first request (${shell})`, async () => {
    const taken = join(folder, 'taken')
    extractAll(join(packed, 'resources/app.asar'), taken)
    await using where = await place()
    await where.config('app:\n  first_start_done: true\ndisplay:\n  kind: virtual\n')
    await using desktop = await personDesktop(where)
    await using app = await launchApp({
      where,
      desktop: desktop.env,
      root: taken,
      env: { STANDIN_PACKAGED: '1', STANDIN_RESOURCES: join(packed, 'resources') },
    })
    const chat = await app.page('index')
    await request(chat, 'open galculator, click 7, click "*", click 6, click "=", read display')
    const result = chat.getByRole('region', { name: 'Result' })
    await result.waitFor({ timeout: 120_000 })
    expect(await result.innerText()).toContain('42')
  })

  test('is its own terminal command, without a window', async () => {
    const taken = join(folder, 'taken-command')
    extractAll(join(packed, 'resources/app.asar'), taken)
    await using where = await place()
    const command = async (...args: string[]) => {
      const { stdout } = await exec(
        process.execPath,
        ['--import', join(root, 'e2e/standin/register.ts'), join(taken, 'out/main/app.mjs'), ...args],
        {
          env: {
            ...withoutDesktop(process.env),
            HOME: where.home,
            DESKHAND_HOME: where.data,
            STANDIN_APP: taken,
            STANDIN_PACKAGED: '1',
            STANDIN_WINDOWS: '0',
            STANDIN_RESOURCES: join(packed, 'resources'),
          },
        },
      )
      return stdout.trimEnd()
    }
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    expect(await command('--ozone-platform=headless', '--version')).toBe(version)
    const request = 'open galculator, click 7, click "*", click 6, click "=", read display'
    const story = await command('run', request, '--display', 'virtual', '--json')
    expect(JSON.parse(story.split('\n').at(-1) ?? '')).toMatchObject({ status: 'completed', result: '42' })
  })

  test('becomes a deb with the command on the path, the menu entry, its icons and what it needs', async () => {
    const script = join(root, 'scripts/deb.mjs')
    const { stdout } = await exec(process.execPath, [script, packed, join(folder, 'deb')])
    const deb = stdout.trim()
    const field = async (name: string) => (await exec('dpkg-deb', ['--field', deb, name])).stdout.trim()
    expect(await field('Package')).toBe('deskhand')
    expect(await field('Depends')).toMatch(/libgtk-3-0 .*at-spi2-core/)
    expect(await field('Recommends')).toContain('xvfb')
    const opened = join(folder, 'opened')
    await exec('dpkg-deb', ['--raw-extract', deb, opened])
    const scripts = await readFile(join(opened, 'DEBIAN/postinst'), 'utf8')
    expect(scripts).toContain("--install '/usr/bin/deskhand'")
    expect(scripts).not.toContain('${')
    const entry = await readFile(join(opened, 'usr/share/applications/deskhand.desktop'), 'utf8')
    expect(entry).toMatch(/^Exec=\/opt\/Deskhand\/deskhand %U$/m)
    expect(await readdir(join(opened, 'usr/share/icons/hicolor'))).toContain('256x256')
    const { mode } = await stat(join(opened, 'opt/Deskhand/bin/deskhand'))
    expect(mode & 0o777).toBe(0o755)
    expect(await readdir(join(opened, 'opt/Deskhand/resources'))).toContain('app.asar')
  })

  test('is checked by the release: natives of another system are found', async () => {
    const check = join(root, 'scripts/check-package.mjs')
    await exec(process.execPath, [check, join(folder, 'dist')])
    await expect(exec(process.execPath, [check, join(folder, 'dist'), 'win32 arm64'])).rejects.toMatchObject({
      stderr: expect.stringContaining('not for win32 arm64'),
    })
  })
})
