import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  entryOfWindow,
  commandOf,
  desktopEntries,
  parseDesktopEntry,
  splitExec,
  type DesktopEntry,
} from './launch-entries.ts'
import { matchApplication, nearestApplications } from './launch-match.ts'
import { resolveLaunch } from './launch.ts'

const parsed = (id: string, lines: string, language = ''): DesktopEntry => {
  const entry = parseDesktopEntry(
    `[Desktop Entry]\nType=Application\n${lines}`,
    id,
    `/x/${id}.desktop`,
    language,
  )
  if (!entry) throw new Error(`${id} is no entry`)
  return entry
}

const MOUSEPAD = parsed(
  'org.xfce.mousepad',
  'Name=Mousepad\nGenericName=Text Editor\nExec=mousepad %U\nCategories=Utility;TextEditor;\nMimeType=text/plain;',
)
const PREFERENCES = parsed(
  'org.xfce.mousepad-settings',
  'Name=Mousepad Preferences\nExec=mousepad --preferences',
)
const CALCULATOR = parsed(
  'org.gnome.Calculator',
  'Name=Calculator\nName[de]=Taschenrechner\nExec=gnome-calculator\nCategories=Calculator;',
)
const CALC = parsed(
  'libreoffice-calc',
  'Name=LibreOffice Calc\nGenericName=Spreadsheet\nExec=libreoffice --calc %U\nStartupWMClass=libreoffice-calc',
)
const MATE_CALC = parsed('mate-calc', 'Name=MATE Calculator\nExec=mate-calc\nCategories=Calculator;')
const START = parsed(
  'libreoffice-startcenter',
  'Name=LibreOffice\nExec=libreoffice %U\nStartupWMClass=libreoffice-startcenter',
)
const XTERM = parsed(
  'debian-xterm',
  'Name=XTerm\nExec=xterm\nStartupWMClass=XTerm\nCategories=TerminalEmulator;',
)
const DCONF = parsed('ca.desrt.dconf-editor', 'Name=dconf Editor\nExec=dconf-editor\nCategories=System;')
const HIDDEN = parsed('helper', 'Name=Mousepad\nExec=mousepad-helper\nNoDisplay=true')
const ALL = [DCONF, HIDDEN, PREFERENCES, MOUSEPAD, CALCULATOR, CALC, START, XTERM]

it('reads the applications of the system once for all desktops, and those of a desktop anew', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entries-'))
  for (const name of ['system', 'one', 'other'])
    await mkdir(join(folder, name, 'applications'), { recursive: true })
  const write = (where: string, name: string) =>
    writeFile(
      join(folder, where, 'applications', `${name}.desktop`),
      `[Desktop Entry]\nType=Application\nName=${name}\nExec=${name}`,
    )
  await write('system', 'Shared')
  await write('other', 'Own')
  const on = (desktop: string) =>
    desktopEntries({ XDG_DATA_HOME: join(folder, desktop), XDG_DATA_DIRS: join(folder, 'system') })
  const [one, other] = [await on('one'), await on('other')]
  const shared = (entries: DesktopEntry[]) => entries.find(({ name }) => name === 'Shared')
  expect(other.map(({ name }) => name)).toContain('Own')
  expect(one.map(({ name }) => name)).not.toContain('Own')
  // The very same: what each desktop kept of them was what a long-lived program grew by.
  expect(shared(one)).toBe(shared(other))
})

describe('a desktop entry', () => {
  it('is read from the first group only, with its escapes undone', () => {
    const entry = parsed('a', 'Name=A\\sB\nExec=run "%f"\n\n[Desktop Action new]\nName=Other\nExec=other')
    expect(entry).toMatchObject({ name: 'A B', exec: 'run "%f"', hidden: false })
  })

  it('is called as the person’s language calls it, and found by its names in every language', () => {
    const entry = parsed('c', 'Name=Calculator\nName[de]=Taschenrechner\nExec=c', 'de_DE.UTF-8')
    expect(entry.name).toBe('Taschenrechner')
    expect(matchApplication([CALCULATOR], 'taschenrechner')?.id).toBe('org.gnome.Calculator')
  })

  it('is none when it is a link, has no command or no name', () => {
    expect(parseDesktopEntry('[Desktop Entry]\nType=Link\nName=A\nExec=a', 'a', '/a')).toBeNull()
    expect(parseDesktopEntry('[Desktop Entry]\nType=Application\nName=A', 'a', '/a')).toBeNull()
    expect(parseDesktopEntry('nonsense', 'a', '/a')).toBeNull()
  })
})

describe('a command line of a desktop entry', () => {
  it('is split at blanks outside quotes, without a shell', () => {
    expect(splitExec('sh -c "echo \\"a b\\" \\$HOME; ls" %F')).toEqual([
      'sh',
      '-c',
      'echo "a b" $HOME; ls',
      '%F',
    ])
  })

  it('takes files where its field code is, drops the other codes, and keeps a percent sign', () => {
    const entry = parsed('v', 'Name=View\nExec=view --icon %i --title=%c --half=50%% %F --end')
    expect(commandOf(entry, ['/a b', '/c'])).toEqual([
      'view',
      '--icon',
      '--title=View',
      '--half=50%',
      '/a b',
      '/c',
      '--end',
    ])
    expect(commandOf(entry, [])).toEqual(['view', '--icon', '--title=View', '--half=50%', '--end'])
  })
})

describe('the application that a name means', () => {
  it.each([
    ['Mousepad', 'org.xfce.mousepad'],
    ['mouse pad', 'org.xfce.mousepad'],
    ['text editor', 'org.xfce.mousepad'],
    ['notepad', 'org.xfce.mousepad'],
    ['editor', 'org.xfce.mousepad'],
    ['dconf editor', 'ca.desrt.dconf-editor'],
    ['calculator', 'org.gnome.Calculator'],
    ['GNOME Calculator', 'org.gnome.Calculator'],
    ['gnome-calculator', 'org.gnome.Calculator'],
    ['calc', 'libreoffice-calc'],
    ['LibreOffice', 'libreoffice-startcenter'],
    ['spreadsheet', 'libreoffice-calc'],
    ['terminal', 'debian-xterm'],
    ['xterm.desktop', 'debian-xterm'],
  ])('%s → %s', (name, id) => {
    expect(matchApplication(ALL, name)?.id).toBe(id)
  })

  it('is the one whose name says it to people before one whose file is called so', () => {
    expect(matchApplication([MATE_CALC, CALC], 'Calc')?.id).toBe('libreoffice-calc')
    expect(matchApplication([MATE_CALC], 'calc')?.id).toBe('mate-calc')
  })

  it('is called by its id with the vendor’s name, too', () => {
    const weather = parsed('org.gnome.Weather', 'Name=Weather\nExec=gapplication launch org.gnome.Weather')
    expect(matchApplication([weather, CALCULATOR], 'gnome-weather')?.id).toBe('org.gnome.Weather')
    expect(matchApplication([weather], 'mate-weather')).toBeNull()
  })

  it('is none of several of which a word only says what they are', () => {
    const settings = ['File Manager Settings', 'Terminal Settings'].map((name, index) =>
      parsed(`s${index}`, `Name=${name}\nExec=s${index}`),
    )
    expect(matchApplication(settings, 'settings')).toBeNull()
    expect(matchApplication(settings.slice(1), 'settings')?.id).toBe('s1')
    expect(matchApplication(settings, 'terminal settings')?.id).toBe('s1')
    const ids = ['pad-settings', 'term-settings'].map((id) => parsed(id, `Name=${id} of it\nExec=${id}`))
    expect(matchApplication(ids, 'settings')).toBeNull()
    const foxes = ['Fox', 'Fox Nightly'].map((name) => parsed(name, `Name=${name} Browser\nExec=fox`))
    expect(matchApplication(foxes, 'fox')?.id).toBe('Fox')
  })

  it('is nobody when nothing fits, and the nearest are named', () => {
    expect(matchApplication(ALL, 'mosepad')).toBeNull()
    expect(nearestApplications(ALL, 'mosepad', 1)).toEqual(['Mousepad'])
  })

  it('is found for a window by class, by id, and by its process', () => {
    const of = (className: string, processName = '') =>
      entryOfWindow(ALL, { className, instance: '', processName })?.id
    expect(of('libreoffice-calc', 'soffice')).toBe('libreoffice-calc')
    expect(of('Mousepad', 'mousepad')).toBe('org.xfce.mousepad')
    expect(of('org.gnome.Calculator')).toBe('org.gnome.Calculator')
    expect(of('strange', 'xterm')).toBe('debian-xterm')
    expect(of('strange', 'stranger')).toBeUndefined()
  })
})

describe('what would be started', () => {
  let env: Record<string, string>
  let home: string

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'launch-'))
    const applications = join(home, 'data/applications')
    await mkdir(applications, { recursive: true })
    const put = (id: string, lines: string) =>
      writeFile(join(applications, `${id}.desktop`), `[Desktop Entry]\nType=Application\n${lines}\n`)
    await Promise.all([
      put('pad', 'Name=Pad\nExec=env PADMODE=1 pad %U\nMimeType=text/plain;\nCategories=TextEditor;'),
      put('other', 'Name=Other\nExec=other %U\nMimeType=text/plain;'),
      put('sheet', 'Name=Sheet\nExec=libreoffice --calc %U\nMimeType=text/csv;'),
      put('typing', 'Name=KTyping\nExec=ktyping\nKeywords=touch;typist;'),
      put('web', 'Name=Web\nExec=chromium %U\nMimeType=x-scheme-handler/https;\nCategories=WebBrowser;'),
      writeFile(join(home, 'a b.txt'), 'x'),
      writeFile(join(home, 'run.sh'), '#!/bin/sh'),
    ])
    await mkdir(join(home, 'bin'))
    for (const program of ['pad', 'other', 'libreoffice', 'ktyping', 'chromium', 'a', 'z', 'longer-name'])
      await writeFile(join(home, 'bin', program), '', { mode: 0o755 })
    env = {
      HOME: home,
      XDG_DATA_HOME: join(home, 'data'),
      XDG_DATA_DIRS: join(home, 'none'),
      PATH: `/usr/bin:${home}/bin`,
      NO_AT_BRIDGE: '1',
    }
  })

  it('is the program of the entry with its environment, showing its controls', async () => {
    const plan = await resolveLaunch('pad', ['x y'], env)
    expect(plan).toMatchObject({ application: 'Pad', command: 'pad', args: ['x y'], cwd: home })
    expect(plan.env).toMatchObject({ PADMODE: '1', ACCESSIBILITY_ENABLED: '1' })
    expect(plan.env).not.toHaveProperty('NO_AT_BRIDGE')
  })

  it('finds games, whose folders a shell may not have in its path', async () => {
    const plan = await resolveLaunch('pad', [], env)
    expect(plan.env['PATH']).toBe(`/usr/bin:${home}/bin:/usr/local/games:/usr/games`)
  })

  it('is never an application that a command of the path only resembles', async () => {
    await expect(resolveLaunch('touch', ['a.txt'], env)).rejects.toThrow(
      '“touch” is a command without a window. Name the application in full: KTyping?',
    )
    expect(await resolveLaunch('typist', [], env)).toMatchObject({ application: 'KTyping', byKeyword: true })
    expect(await resolveLaunch('ktyp', [], env)).not.toHaveProperty('byKeyword')
  })

  it('is nothing whose program is not installed, while its entry still is', async () => {
    await rm(join(home, 'bin/other'))
    await expect(resolveLaunch('Other', [], env)).rejects.toThrow('There is no application “Other” here.')
    await writeFile(join(home, 'bin/other'), '', { mode: 0o755 })
    expect(await resolveLaunch('Other', [], env)).toMatchObject({ application: 'Other' })
  })

  it('says of an application that is given a file whether its entry takes any', async () => {
    const file = join(home, 'a b.txt')
    expect(await resolveLaunch('KTyping', [file], env)).toMatchObject({ args: [file], takesNoFiles: true })
    expect(await resolveLaunch('KTyping', ['--full'], env)).not.toHaveProperty('takesNoFiles')
    expect(await resolveLaunch('pad', [file], env)).not.toHaveProperty('takesNoFiles')
  })

  it('is the application of a file’s type for a path or a name in the home folder', async () => {
    const expected = { application: 'Pad', args: [join(home, 'a b.txt')] }
    expect(await resolveLaunch('~/a b.txt', [], env)).toMatchObject(expected)
    expect(await resolveLaunch('a b.txt', [], env)).toMatchObject(expected)
    expect(await resolveLaunch(`file://${home}/a%20b.txt`, [], env)).toMatchObject(expected)
  })

  it('is the person’s choice where there is one', async () => {
    const config = join(home, 'config')
    await mkdir(config, { recursive: true })
    await writeFile(
      join(config, 'mimeapps.list'),
      '[Added Associations]\nx/y=z\n[Default Applications]\ntext/plain=other.desktop;\n',
    )
    const plan = await resolveLaunch('~/a b.txt', [], { ...env, XDG_CONFIG_HOME: config })
    expect(plan.application).toBe('Other')
  })

  it('is the person’s choice of its kind, where a kind is named', async () => {
    const folder = join(home, 'kinds')
    await mkdir(join(folder, 'applications'), { recursive: true })
    const archiver = 'Name=z\nExec=z\nMimeType=inode/directory;\nCategories=Archiving;'
    await writeFile(
      join(folder, 'applications/z.desktop'),
      `[Desktop Entry]\nType=Application\n${archiver}\n`,
    )
    for (const id of ['a', 'longer-name'])
      await writeFile(
        join(folder, `applications/${id}.desktop`),
        `[Desktop Entry]\nType=Application\nName=${id}\nExec=${id}\nMimeType=inode/directory;\nCategories=FileManager;\n`,
      )
    const config = join(folder, 'config')
    await mkdir(config)
    await writeFile(
      join(config, 'mimeapps.list'),
      '[Default Applications]\ninode/directory=z.desktop;longer-name.desktop\n',
    )
    const there = { ...env, XDG_DATA_DIRS: folder, XDG_CONFIG_HOME: config }
    expect((await resolveLaunch('file manager', [], there)).application).toBe('longer-name')
    expect((await resolveLaunch('a', [], there)).application).toBe('a')
  })

  it('is what the system names for a type, before others that can open it', async () => {
    const system = join(home, 'system')
    await mkdir(join(system, 'applications'), { recursive: true })
    await writeFile(
      join(system, 'applications/mimeinfo.cache'),
      '[MIME Cache]\ntext/plain=gone.desktop;other.desktop;pad.desktop;\n',
    )
    const plan = await resolveLaunch('~/a b.txt', [], { ...env, XDG_DATA_DIRS: system })
    expect(plan.application).toBe('Other')
  })

  it('is the choice for the person’s desktop before the one for all', async () => {
    const config = join(home, 'desktops')
    await mkdir(config, { recursive: true })
    const choice = (id: string) => `[Default Applications]\ntext/plain=${id}.desktop;\n`
    await writeFile(join(config, 'mimeapps.list'), choice('pad'))
    await writeFile(join(config, 'xfce-mimeapps.list'), choice('other'))
    const of = { ...env, XDG_CONFIG_HOME: config }
    expect((await resolveLaunch('~/a b.txt', [], of)).application).toBe('Pad')
    const onXfce = { ...of, XDG_CURRENT_DESKTOP: 'XFCE' }
    expect((await resolveLaunch('~/a b.txt', [], onXfce)).application).toBe('Other')
  })

  it('has whole paths for the files among its arguments', async () => {
    const path = join(home, 'a b.txt')
    for (const word of [
      '~/a b.txt',
      './a b.txt',
      'a b.txt',
      `file://${home}/a%20b.txt`,
      `file:${home}/a%20b.txt`,
    ])
      expect((await resolveLaunch('pad', [word], env)).args, word).toEqual([path])
    expect((await resolveLaunch('pad', ['data/applications'], env)).args).toEqual([
      join(home, 'data/applications'),
    ])
  })

  it.each(['--new-window', 'https://example.org/a.html', 'example.org/a', 'localhost:8080/x', 'x y', ''])(
    'keeps the argument “%s”, which is no file',
    async (word) => {
      expect((await resolveLaunch('web', [word], env)).args.at(-1)).toBe(word)
    },
  )

  it.each(['~/missing.txt', '/nowhere/a.txt', 'missing.txt', 'papers/missing.txt', 'file:///nowhere/a.txt'])(
    'is nothing where the file %s is not there',
    async (word) => {
      await expect(resolveLaunch('pad', [word], env)).rejects.toThrow(`There is no file or folder “${word}”`)
    },
  )

  it('is never a program that was named like a document', async () => {
    await expect(resolveLaunch('~/run.sh', [], env)).rejects.toThrow('is a program, not a document')
  })

  it('is refused with the nearest names, and a missing file as such', async () => {
    await expect(resolveLaunch('Padd', [], env)).rejects.toThrow(
      'no application “Padd” here. The nearest: Pad',
    )
    await expect(resolveLaunch('~/missing.txt', [], env)).rejects.toThrow(
      'There is no file or folder “~/missing.txt”',
    )
  })

  it('is a configured command line before all else, and splits it without a shell', async () => {
    const plan = await resolveLaunch('Pad', [], env, { applications: { pad: '/opt/my "own pad" $(id)' } })
    expect(plan).toMatchObject({ command: '/opt/my', args: ['own pad', '$(id)'] })
    // A request leaves out the article: “open my editor”.
    const mine = await resolveLaunch('editor', [], env, { applications: { 'my editor': '/opt/mine' } })
    expect(mine.command).toBe('/opt/mine')
  })

  it('has a profile of its own on a virtual desktop, and the person’s own on the host', async () => {
    const folder = join(home, 'desktop')
    const sheet = await resolveLaunch('sheet', [], { ...env, DESKHAND_DESKTOP_FOLDER: folder })
    expect(sheet.args.slice(0, 1)).toEqual([
      `-env:UserInstallation=file://${folder}/applications/libreoffice`,
    ])
    expect(sheet.args.at(-1)).toBe('--calc')
    expect(
      await readFile(join(folder, 'applications/libreoffice/user/registrymodifications.xcu'), 'utf8'),
    ).toContain('ShowTipOfTheDay')
    const web = await resolveLaunch('https://example.org/', [], { ...env, DESKHAND_DESKTOP_FOLDER: folder })
    expect(web.args).toContain(`--user-data-dir=${folder}/applications/chromium`)
    expect(web.args.at(-1)).toBe('https://example.org/')
    const host = await resolveLaunch('web', [], env)
    expect(host.args).toContain('--force-renderer-accessibility')
    expect(host.args.join(' ')).not.toContain('user-data-dir')
    expect((await resolveLaunch('sheet', [], env)).args).toEqual(['--calc'])
  })
})
