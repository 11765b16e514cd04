import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { UserError } from '../../core/errors.ts'
import { RunControl } from '../../core/run-control.ts'
import type { VirtualDesktop } from '../virtual-desktop.ts'
import { adoptVirtualDesktop, startVirtualDesktop, sweepVirtualDesktops } from './start.ts'

const execute = promisify(execFile)
const run = new RunControl()
let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'virtual-'))
})

afterAll(async () => {
  await sweepVirtualDesktops(home, () => false)
  await rm(home, { recursive: true })
})

const start = (
  runId: string,
  homeMode: 'shared' | 'private' = 'shared',
  where = home,
): Promise<VirtualDesktop> =>
  startVirtualDesktop({ home: where, runId, width: 800, height: 600, homeMode, log: console.log }, run)

const ask = async (desktop: VirtualDesktop, command: string, ...args: string[]): Promise<string> =>
  (await execute(command, args, { env: desktop.env, timeout: 60_000 })).stdout.trim()

async function eventually<T>(condition: () => Promise<T | null> | T | null): Promise<T> {
  const value = await run.until(condition, 20_000)
  if (value === null) throw new Error('It did not come true.')
  return value
}

/** Every process that says in its environment or command line that it belongs to a folder, by an own look into /proc. */
function processesOf(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false
    try {
      const text = ['environ', 'cmdline']
        .map((name) => readFileSync(`/proc/${pid}/${name}`, 'latin1'))
        .join('\0')
      return text.includes(folder)
    } catch {
      return false
    }
  })
}

const namesOf = (folder: string): string[] =>
  processesOf(folder).map((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim())

const openMousepad = async (desktop: VirtualDesktop) => {
  const child = spawn('mousepad', [], { env: desktop.env, stdio: 'ignore', detached: true })
  child.unref()
  await eventually(() => ask(desktop, 'xdotool', 'search', '--name', 'Mousepad').catch(() => null))
}

describe('a virtual desktop', () => {
  it('has its own screen, window manager, session bus and accessibility bus', async () => {
    await using desktop = await start('whole')
    expect(desktop).toMatchObject({ kind: 'virtual', name: desktop.env['DISPLAY'] })
    expect(await ask(desktop, 'xdotool', 'getdisplaygeometry')).toBe('800 600')
    expect(await ask(desktop, 'xprop', '-root', '_NET_SUPPORTING_WM_CHECK')).toContain('window id')
    const call = [
      'call',
      '--session',
      '--dest',
      'org.a11y.Bus',
      '--object-path',
      '/org/a11y/bus',
      '--method',
      'org.a11y.Bus.GetAddress',
    ]
    expect(await ask(desktop, 'gdbus', ...call)).toContain(join(home, 'desktops/whole/runtime'))
    await openMousepad(desktop)
    const script = [
      "import gi; gi.require_version('Atspi','2.0'); from gi.repository import Atspi",
      'd=Atspi.get_desktop(0); print([d.get_child_at_index(i).get_name() for i in range(d.get_child_count())])',
    ].join('\n')
    await eventually(async () =>
      (await ask(desktop, '/usr/bin/python3', '-c', script)).includes('mousepad') ? true : null,
    )
  })

  it('has a folder for temporary files, so that a program that runs once per person is started here, too', async () => {
    const single = [
      'import os, socket, sys, tempfile, time',
      "path = os.path.join(tempfile.gettempdir(), 'single-' + 'x' * 37)",
      's = socket.socket(socket.AF_UNIX)',
      'try:',
      "  s.connect(path); print('another has it')",
      'except OSError:',
      "  s.bind(path); s.listen(); print('first', flush=True); time.sleep(float(sys.argv[1]))",
    ].join('\n')
    let temp: string
    {
      await using one = await start('one-temp')
      await using two = await start('two-temp')
      temp = one.env['TMPDIR']!
      expect((await stat(temp)).mode & 0o777).toBe(0o700)
      const first = spawn('/usr/bin/python3', ['-c', single, '60'], {
        env: one.env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      try {
        await once(first.stdout, 'data')
        expect(await ask(one, '/usr/bin/python3', '-c', single, '0')).toBe('another has it')
        expect(await ask(two, '/usr/bin/python3', '-c', single, '0')).toBe('first')
      } finally {
        first.kill()
      }
    }
    await expect(stat(temp)).rejects.toThrow('ENOENT')
  })

  it('lets in nobody without its cookie', async () => {
    await using desktop = await start('cookie')
    await expect(
      execute('xdotool', ['getdisplaygeometry'], { env: { ...desktop.env, XAUTHORITY: '/nowhere' } }),
    ).rejects.toThrow(/Authorization required|open display/)
    expect((await stat(desktop.env['XAUTHORITY']!)).mode & 0o777).toBe(0o600)
    expect((await stat(join(home, 'desktops/cookie.json'))).mode & 0o777).toBe(0o600)
  })

  it('ends with all that was started on it, and leaves no process and no file', async () => {
    const desktop = await start('ends')
    await openMousepad(desktop)
    // A daemon that has left its session and one that is stopped.
    const strays = 'setsid sleep 1000 & setsid sh -c "kill -STOP \\$\\$" &'
    await once(spawn('sh', ['-c', strays], { env: desktop.env, stdio: 'ignore' }), 'exit')
    const folder = join(home, 'desktops/ends')
    expect(processesOf(folder).length).toBeGreaterThan(desktop.pids.length + 3)
    await desktop[Symbol.asyncDispose]()
    await desktop[Symbol.asyncDispose]()
    expect(processesOf(folder)).toEqual([])
    expect(existsSync(folder)).toBe(false)
    expect(existsSync(`${folder}.json`)).toBe(false)
    expect(existsSync(`/tmp/.X11-unix/X${desktop.name.slice(1)}`)).toBe(false)
  })

  it('closes its applications as their close buttons do', async () => {
    const desktop = await start('closing')
    const told = join(home, 'closed.txt')
    const script = `
import gi, sys
gi.require_version('Gtk', '3.0')
from gi.repository import Gtk
window = Gtk.Window(title='Closes')
window.connect('delete-event', lambda *_: (open(sys.argv[1], 'w').write('closed'), Gtk.main_quit()))
window.show_all()
Gtk.main()`
    spawn('/usr/bin/python3', ['-c', script, told], {
      env: desktop.env,
      stdio: 'ignore',
      detached: true,
    }).unref()
    await eventually(() => ask(desktop, 'xdotool', 'search', '--name', '^Closes$').catch(() => null))
    await desktop[Symbol.asyncDispose]()
    expect(readFileSync(told, 'utf8')).toBe('closed')
  })

  it('keeps its applications’ settings to itself, and shows the person’s home or an empty one', async () => {
    await using shared = await start('shared')
    await using empty = await start('empty', 'private')
    expect(shared.env['HOME']).toBe(homedir())
    expect(readdirSync(empty.env['HOME']!)).toEqual([])
    for (const name of [
      'XDG_CONFIG_HOME',
      'XDG_CACHE_HOME',
      'XDG_DATA_HOME',
      'XDG_STATE_HOME',
      'XDG_RUNTIME_DIR',
    ]) {
      expect(shared.env[name]).toContain(join(home, 'desktops/shared'))
      expect(shared.env[name]).not.toBe(empty.env[name])
    }
  })

  it('has the settings of the one before where they are kept, and else the defaults', async () => {
    const key = ['org.xfce.mousepad.preferences.view', 'font-name']
    const options = { home, width: 800, height: 600, homeMode: 'shared', log: console.log } as const
    const font = async (runId: string, keepsSettings: boolean, change: string | null) => {
      await using desktop = await startVirtualDesktop({ ...options, runId, keepsSettings }, run)
      if (change !== null) await ask(desktop, 'gsettings', 'set', ...key, change)
      // It writes settings of its own into the same file.
      await openMousepad(desktop)
      return { font: await ask(desktop, 'gsettings', 'get', ...key), told: await desktop.settings.changed() }
    }
    const sixteen = "'Monospace 16'"
    expect(await font('font-1', true, 'Monospace 16')).toEqual({ font: sixteen, told: [key.join(' ')] })
    expect(await font('font-2', true, null)).toEqual({ font: sixteen, told: [] })
    const { font: other, told } = await font('font-3', false, 'Monospace 20')
    expect({ other, told }).toEqual({ other: "'Monospace 20'", told: [key.join(' ')] })
    expect(await readFile(join(home, 'profile/config/glib-2.0/settings/keyfile'), 'utf8')).toContain(sixteen)
  })

  it('does not lose what is moved to the bin there', async () => {
    const file = join(homedir(), 'deskhand-test-of-the-bin.txt')
    await writeFile(file, 'precious')
    {
      await using desktop = await start('bin')
      await ask(desktop, 'gio', 'trash', file)
    }
    expect(existsSync(file)).toBe(false)
    const own = process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local/share')
    const binned = join(own, 'Trash/files/deskhand-test-of-the-bin.txt')
    expect(await readFile(binned, 'utf8')).toBe('precious')
    await rm(binned)
    await rm(join(own, 'Trash/info/deskhand-test-of-the-bin.txt.trashinfo'))
  })

  it('starts where the person’s home takes no folder, and loses nothing to a bin of its own', async () => {
    const before = { HOME: process.env['HOME'], XDG_DATA_HOME: process.env['XDG_DATA_HOME'] }
    const file = join(home, 'kept.txt')
    await writeFile(file, 'precious')
    process.env['HOME'] = join(file, 'no-home')
    delete process.env['XDG_DATA_HOME']
    try {
      await using desktop = await start('homeless')
      await openMousepad(desktop)
      await expect(ask(desktop, 'gio', 'trash', file)).rejects.toThrow(/trash/i)
    } finally {
      for (const [name, value] of Object.entries(before))
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
    }
    expect(await readFile(file, 'utf8')).toBe('precious')
  })

  it('can have several neighbours, started at once', async () => {
    const all = await Promise.all([start('a'), start('b'), start('c')])
    expect(new Set(all.map(({ name }) => name)).size).toBe(3)
    await openMousepad(all[1])
    const titles = await Promise.all(
      all.map((desktop) => ask(desktop, 'xdotool', 'search', '--name', 'Mousepad').catch(() => '')),
    )
    expect(titles.map((found) => found !== '')).toEqual([false, true, false])
    await Promise.all(all.map((desktop) => desktop[Symbol.asyncDispose]()))
  })

  it('takes another number, with all its programs, where a neighbour has taken the same one at the same moment', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const both = await Promise.all([start('first'), start('second')]).finally(() => vi.restoreAllMocks())
    expect(new Set(both.map(({ name }) => name)).size).toBe(2)
    for (const { name, pids } of both) {
      const displays = pids.map(
        (pid) => /DISPLAY=(:\d+)/.exec(readFileSync(`/proc/${pid}/environ`, 'latin1'))?.[1],
      )
      expect(displays).toEqual([name, name, name])
    }
    await Promise.all(both.map((desktop) => desktop[Symbol.asyncDispose]()))
  })

  it('starts below a folder whose path is too long for a socket', async () => {
    const deep = join(home, 'a-long-name-for-a-folder'.repeat(4))
    await mkdir(deep)
    await using desktop = await start('deep', 'shared', deep)
    await openMousepad(desktop)
  })

  it('that can’t be written down is not begun, says where, and leaves nothing', async () => {
    const full = join(home, 'full')
    await mkdir(join(full, 'desktops/run.json'), { recursive: true })
    const begun = start('run', 'shared', full)
    await expect(begun).rejects.toThrow(UserError)
    await expect(begun).rejects.toThrow(`The virtual desktop has no place in ${full}: `)
    expect(readdirSync(join(full, 'desktops'))).toEqual(['run.json'])
  })

  it('names the program that is missing', async () => {
    const path = process.env['PATH']
    process.env['PATH'] = '/nowhere'
    try {
      await expect(start('missing')).rejects.toThrow(UserError)
      await expect(start('missing')).rejects.toThrow('Xvfb is not installed')
    } finally {
      process.env['PATH'] = path
    }
    expect(existsSync(join(home, 'desktops/missing.json'))).toBe(false)
  })

  it('is given up at once when the run is stopped, and leaves nothing', async () => {
    const stopped = run.child()
    const starting = startVirtualDesktop(
      { home, runId: 'stopped', width: 800, height: 600, homeMode: 'shared', log: console.log },
      stopped,
    )
    await eventually(() => (processesOf(join(home, 'desktops/stopped')).length > 0 ? true : null))
    stopped.stop()
    await expect(starting).rejects.toThrow('Stopped by the user')
    expect(processesOf(join(home, 'desktops/stopped'))).toEqual([])
  })
})

describe('a virtual desktop whose owner was killed', () => {
  /** Starts a desktop with an application in another process, and kills that process. */
  async function leaveBehind(runId: string): Promise<void> {
    const url = (name: string) => new URL(name, import.meta.url).href
    const code = `import { startVirtualDesktop } from '${url('start.ts')}'; import { RunControl } from '${url('../../core/run-control.ts')}'
      import { spawn } from 'node:child_process'
      const desktop = await startVirtualDesktop({ home: ${JSON.stringify(home)}, runId: '${runId}', width: 800, height: 600, homeMode: 'shared', log: () => {} }, new RunControl())
      spawn('mousepad', [], { env: desktop.env, stdio: 'ignore', detached: true })
      console.log('up')
      setInterval(() => {}, 1000)`
    const owner = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(owner.stdout, 'data')
    await eventually(() => (namesOf(join(home, 'desktops', runId)).includes('mousepad') ? true : null))
    expect(await sweepVirtualDesktops(home, () => false)).toEqual([])
    owner.kill('SIGKILL')
    await once(owner, 'exit')
  }

  it('is swept when no open run owns it, and then no process is left', async () => {
    await leaveBehind('swept')
    const folder = join(home, 'desktops/swept')
    expect(await sweepVirtualDesktops(home, (runId) => runId === 'swept')).toEqual([])
    expect(processesOf(folder).length).toBeGreaterThan(5)
    expect(await sweepVirtualDesktops(home, () => false)).toEqual(['swept'])
    expect(processesOf(folder)).toEqual([])
    expect(existsSync(folder)).toBe(false)
    expect(await adoptVirtualDesktop(home, 'swept')).toBeNull()
  })

  it('is adopted by its run id with its applications, and ends with its new owner', async () => {
    await leaveBehind('adopted')
    const desktop = await adoptVirtualDesktop(home, 'adopted')
    expect(desktop).not.toBeNull()
    await eventually(() => ask(desktop!, 'xdotool', 'search', '--name', 'Mousepad').catch(() => null))
    expect(await sweepVirtualDesktops(home, () => false)).toEqual([])
    await desktop![Symbol.asyncDispose]()
    expect(processesOf(join(home, 'desktops/adopted'))).toEqual([])
  })

  it('is never taken for another process of the same id', async () => {
    await mkdir(join(home, 'desktops'), { recursive: true })
    const bystander = spawn('sleep', ['1000'], { stdio: 'ignore' })
    const stale = { pid: bystander.pid!, start: '1' }
    const record = {
      v: 1,
      run_id: 'stale',
      owner: stale,
      display: ':9999',
      folder: join(home, 'desktops/stale'),
      runtime: join(home, 'desktops/stale/runtime'),
      env: {},
      processes: [{ name: 'Xvfb', ...stale }],
    }
    await writeFile(join(home, 'desktops/stale.json'), JSON.stringify(record))
    expect(await adoptVirtualDesktop(home, 'stale')).toBeNull()
    expect(await sweepVirtualDesktops(home, () => false)).toEqual(['stale'])
    expect(bystander.exitCode).toBeNull()
    expect(bystander.signalCode).toBeNull()
    bystander.kill()
    await once(bystander, 'exit')
  })

  it('with a record that can’t be read does not stop the others from being swept', async () => {
    await writeFile(join(home, 'desktops/broken.json'), '{"v":')
    expect(await sweepVirtualDesktops(home, () => false)).toEqual([])
    await rm(join(home, 'desktops/broken.json'))
  })
})
