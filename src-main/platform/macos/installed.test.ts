import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ToolError } from '../../core/errors.ts'
import { installedApplications } from './installed.ts'
import { resolveLaunch } from './launch.ts'
import { readPropertyList } from './plist.ts'

let root: string
const write = async (path: string, content: string | Buffer) => {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), content)
}
/** Another program writes the list: Python's `plistlib`. */
const plist = (value: string, form: 'FMT_BINARY' | 'FMT_XML') =>
  execFileSync('python3', [
    '-c',
    `import plistlib, sys, datetime; sys.stdout.buffer.write(plistlib.dumps(${value}, fmt=plistlib.${form}))`,
  ])

const TEXT_EDIT = `dict(CFBundleName='TextEdit', CFBundleIdentifier='com.apple.TextEdit', CFBundleDocumentTypes=[
  dict(CFBundleTypeExtensions=['txt', 'rtf']), dict(CFBundleTypeName='other')])`

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'mac-root-'))
  await write('System/Applications/TextEdit.app/Contents/Info.plist', plist(TEXT_EDIT, 'FMT_BINARY'))
  await write(
    'Applications/Tools/Brave & Co.app/Contents/Info.plist',
    plist(
      `dict(CFBundleDisplayName='Brave & Co 浏览器', CFBundleIdentifier='com.brave', CFBundleURLTypes=[dict(CFBundleURLSchemes=['http', 'https'])])`,
      'FMT_XML',
    ),
  )
  await write('Applications/Agent.app/Contents/Info.plist', plist(`dict(LSBackgroundOnly=True)`, 'FMT_XML'))
  await write('Applications/Broken.app/Contents/Info.plist', 'bplist00 and no more')
  await write('home/Applications/Own.app/Contents/Info.plist', plist(`dict()`, 'FMT_BINARY'))
  await write('System/Library/CoreServices/Dock.app/Contents/Info.plist', plist(`dict()`, 'FMT_BINARY'))
  await write(
    'System/Library/CoreServices/Finder.app/Contents/Info.plist',
    plist(`dict(CFBundleIdentifier='com.apple.finder')`, 'FMT_BINARY'),
  )
  await write('home/note.txt', 'x')
  await write('home/run.command', 'x')
})
afterAll(() => rm(root, { recursive: true, force: true }))
const env = () => ({ HOME: join(root, 'home') })
const resolve = (name: string, args: string[] = [], applications = {}) =>
  resolveLaunch(name, args, env(), { applications }, root)

it.each(['FMT_BINARY', 'FMT_XML'] as const)('reads what another program writes as %s', (form) => {
  const value = `{'a': [1, -5, 2**40, 1.5, True, False], '名': 'naïve <&> 你好 😀', 'bytes': b'\\x00\\xff', 'many': list(range(20)), 'none': {}, 'no': []}`
  expect(readPropertyList(plist(value, form))).toEqual({
    a: [1, -5, 2 ** 40, 1.5, true, false],
    名: 'naïve <&> 你好 😀',
    bytes: Buffer.from([0, 255]),
    many: Array.from({ length: 20 }, (_, at) => at),
    none: {},
    no: [],
  })
})

it.each(['', 'nonsense', 'bplist00', '<plist><dict><key>a', '<plist><array>'])(
  'takes %j for no property list',
  (text) => {
    expect(readPropertyList(Buffer.from(text)) || null).toBeNull()
  },
)

it('lists what is installed, with what each opens', async () => {
  expect(await installedApplications(env(), root)).toEqual([
    { name: 'Brave & Co 浏览器', opens: ['web pages'] },
    { name: 'Finder', opens: [] },
    { name: 'Own', opens: [] },
    { name: 'TextEdit', opens: ['txt', 'rtf'] },
  ])
})

it.each([
  ['TextEdit', ['-b', 'com.apple.TextEdit']],
  ['textedit.app', ['-b', 'com.apple.TextEdit']],
  ['com.apple.TextEdit', ['-b', 'com.apple.TextEdit']],
  ['text editor', ['-b', 'com.apple.TextEdit']],
  ['文本编辑', ['-b', 'com.apple.TextEdit']],
  ['file manager', ['-b', 'com.apple.finder']],
  ['浏览器', ['-b', 'com.brave']],
  ['https://example.org', ['https://example.org']],
  ['~/note.txt', ['HOME/note.txt']],
  ['~/Applications/Own.app', ['-a', 'HOME/Applications/Own.app']],
])('starts %j by `open`, each part an argument', async (name, args) => {
  const { command, args: found } = await resolve(name)
  expect([command, found]).toEqual([
    '/usr/bin/open',
    args.map((arg) => arg.replace('HOME', join(root, 'home'))),
  ])
})

it('gives the application what `open` would take for its own option', async () => {
  expect((await resolve('TextEdit', ['/tmp/a b.txt', '-n', '--args', 'x'])).args).toEqual([
    '-b',
    'com.apple.TextEdit',
    '/tmp/a b.txt',
    '--args',
    '-n',
    '--args',
    'x',
  ])
  expect(await resolve('my notes', [], { 'My Notes': 'TextEdit' })).toMatchObject({
    application: 'TextEdit',
    configured: true,
  })
})

it.each(['nowhere', '', '~/missing.txt', '~/run.command', 'a/b', 'constructor'])(
  'refuses %j',
  async (name) => {
    await expect(resolve(name)).rejects.toThrow(ToolError)
  },
)
