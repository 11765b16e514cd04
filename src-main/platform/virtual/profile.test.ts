import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { GSETTINGS_FILE } from './gsettings.ts'
import { bringProfile, changedSettings, keepProfile, noteBaseline } from './profile.ts'

let place: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'profile-'))
})
afterEach(() => rm(place, { recursive: true, force: true }))

const profile = () => join(place, 'profile')
const KEY_FILE = `config/${GSETTINGS_FILE}`

async function put(folder: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}
/** Null where there is no file. */
const kept = (path: string) => readFile(join(profile(), path), 'utf8').catch(() => null)

/** Starts a desktop: its folder, with the settings that were kept. */
async function desktop(name: string): Promise<string> {
  const folder = join(place, name)
  await bringProfile(profile(), folder)
  await mkdir(folder, { recursive: true })
  await noteBaseline(folder)
  return folder
}

it('settings of one desktop are on the next one, and what is set back is set back', async () => {
  const first = await desktop('first')
  await put(first, KEY_FILE, "[org/xfce/mousepad/preferences/view]\nfont-name='Mono 16'\n")
  await put(first, 'config/geany/geany.conf', 'size=16')
  await keepProfile(first, profile())
  const second = await desktop('second')
  expect(await readFile(join(second, KEY_FILE), 'utf8')).toContain("font-name='Mono 16'")
  expect(await readFile(join(second, 'config/geany/geany.conf'), 'utf8')).toBe('size=16')
  await put(second, KEY_FILE, '')
  await rm(join(second, 'config/geany/geany.conf'))
  await keepProfile(second, profile())
  expect(await kept(KEY_FILE)).toBe('')
  expect(await kept('config/geany/geany.conf')).toBe(null)
})

it('two desktops at once lose nothing of each other: each writes back only what was changed on it', async () => {
  const [one, other] = [await desktop('one'), await desktop('other')]
  await put(one, KEY_FILE, '[a]\nx=1\n')
  await put(one, 'config/one.conf', '1')
  await put(other, KEY_FILE, '[a]\ny=2\n')
  await put(other, 'config/other.conf', '2')
  await keepProfile(one, profile())
  await keepProfile(other, profile())
  expect(await kept(KEY_FILE)).toBe('[a]\nx=1\ny=2\n')
  expect([await kept('config/one.conf'), await kept('config/other.conf')]).toEqual(['1', '2'])
})

it('nothing that is carried out reaches the next desktop', async () => {
  const first = await desktop('first')
  const planted = [
    'config/autostart/x.desktop',
    'data/applications/x.desktop',
    'config/geany/plugins/x.so',
    'config/xed/x.py',
    'applications/office/user/basic/Standard/Module1.xba',
    'applications/office/user/Scripts/python/x.txt',
  ]
  for (const path of planted) await put(first, path, 'harm')
  await put(first, 'config/tool/run', 'harm')
  await chmod(join(first, 'config/tool/run'), 0o755)
  await put(first, 'applications/office/user/registrymodifications.xcu', 'size')
  await keepProfile(first, profile())
  expect(await Promise.all([...planted, 'config/tool/run'].map(kept))).toEqual(Array(7).fill(null))
  expect(await kept('applications/office/user/registrymodifications.xcu')).toBe('size')
})

it.each([
  ['config/GIMP/2.10/gimprc', '(plug-in-path "/home/ada/evil")'],
  ['config/gtk-3.0/settings.ini', '[Settings]\ngtk-modules=/tmp/x'],
  ['config/geany/filedefs/filetypes.c', '[build-menu]\nFT_00_LB=_Compile\nFT_00_CM=sh -c "touch x"'],
  [
    'applications/office/user/registrymodifications.xcu',
    '<prop oor:name="MacroSecurityLevel"><value>0</value>',
  ],
  ['config/fish/config.fish', 'touch x'],
  ['config/nvim/init.vim', 'call system("touch x")'],
  ['config/openbox/rc.xml', '<execute>touch x</execute>'],
])('a setting that names what is carried out reaches no other desktop: %s', async (path, text) => {
  const first = await desktop('first')
  await put(first, path, text)
  await put(first, 'config/geany/geany.conf', 'shell=/bin/bash')
  await keepProfile(first, profile())
  expect([await kept(path), await kept('config/geany/geany.conf')]).toEqual([null, 'shell=/bin/bash'])
})

it('the newer file counts, also if its desktop ends first', async () => {
  const [old, fresh] = [await desktop('old'), await desktop('fresh')]
  await put(old, 'config/a.conf', 'old')
  await utimes(join(old, 'config/a.conf'), new Date(1000), new Date(1000))
  await put(fresh, 'config/a.conf', 'fresh')
  await keepProfile(fresh, profile())
  await keepProfile(old, profile())
  expect(await kept('config/a.conf')).toBe('fresh')
})

it('a file that another desktop has written since is not removed with its older version', async () => {
  await put(profile(), 'config/a.conf', 'first')
  const [one, other] = [await desktop('one'), await desktop('other')]
  await put(one, 'config/a.conf', 'second version')
  await keepProfile(one, profile())
  await rm(join(other, 'config/a.conf'))
  await keepProfile(other, profile())
  expect(await kept('config/a.conf')).toBe('second version')
})

it('nothing is kept of an application that stores cookies or passwords, also not what it stored before', async () => {
  const first = await desktop('first')
  await put(first, 'applications/browser/Preferences', '{}')
  await keepProfile(first, profile())
  expect(await kept('applications/browser/Preferences')).toBe('{}')
  const second = await desktop('second')
  await put(second, 'applications/browser/Default/Cookies', 'session=1')
  await put(second, 'data/keyrings/login.keyring', 'secret')
  await put(second, 'config/editor/editor.conf', 'a')
  await keepProfile(second, profile())
  expect(await kept('applications/browser/Default/Cookies')).toBe(null)
  expect(await kept('applications/browser/Preferences')).toBe(null)
  expect(await kept('data/keyrings/login.keyring')).toBe(null)
  expect(await kept('config/editor/editor.conf')).toBe('a')
})

it('locks, links, caches, what was open, and the lists of the person’s own files are not kept', async () => {
  const first = await desktop('first')
  await put(first, 'applications/libreoffice/.lock', 'a')
  await put(first, 'config/app/SingletonLock', 'a')
  await put(first, 'config/mimeapps.list', 'a')
  await put(first, 'data/recently-used.xbel', 'a')
  await put(first, 'cache/app/a', 'a')
  await put(first, 'state/app/a', 'a')
  await put(first, KEY_FILE, "[org/xfce/mousepad/state/application]\nsession=['1;;+/root/private.txt']\n")
  await symlink('/etc', join(first, 'config/linked'))
  await keepProfile(first, profile())
  const second = await desktop('second')
  for (const path of [
    'applications/libreoffice/.lock',
    'config/app/SingletonLock',
    'config/mimeapps.list',
    'data/recently-used.xbel',
    'cache/app/a',
    'state/app/a',
    'config/linked',
    KEY_FILE,
  ])
    expect(await stat(join(second, path)).catch(() => null), path).toBe(null)
})

it('names the settings that were changed, without the place of windows', async () => {
  const first = await desktop('first')
  await put(
    first,
    KEY_FILE,
    "[org/xfce/mousepad/preferences/view]\nfont-name='Mono 16'\n\n[org/xfce/mousepad/state/window]\nwidth=1\n\n[org/gnome/app]\nwindow-size=(1,2)\n",
  )
  expect(await changedSettings(first)).toEqual(['org.xfce.mousepad.preferences.view font-name'])
})
