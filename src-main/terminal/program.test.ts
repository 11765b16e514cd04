import { foreseen } from '../../src-preload/contract/foreseen-words.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runStarted, sampleRun, stepEvents } from '../../src-preload/contract/testing/sample-run.ts'
import { createSecrets } from '../config/secrets.ts'
import { StoppedError, UserError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { startsDeskhand } from '../safety/command-effects.ts'
import { openRulesFile } from '../safety/standing-rules.ts'
import { fakeWorld, finished, playing, type FakeWorld } from './testing/fake-shell.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'home-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const record = async (name: string) => {
  const folder = await RunFolder.create(home, name)
  await writeFile(
    folder.eventsPath,
    sampleRun()
      .map((event) => `${JSON.stringify(event)}\n`)
      .join(''),
  )
  return folder
}

describe('deskhand run', () => {
  it('hands the request and every option to the engine', async () => {
    const world = fakeWorld({ home })
    const line =
      'run|  open Mousepad |--display|virtual|--strategy|single|--task|My task|--max-step|7|--model|app=openai/gpt-x' +
      '|--model|offline|--yes-to|delete|--yes-to|send,pay|--keep-open'
    const code = await world.deskhand(...line.split('|'))
    expect(code).toBe(0)
    expect(world.engines[0]).toMatchObject({
      home,
    })
    expect(world.runs[0]).toMatchObject({
      display: 'virtual',
      maxStep: 7,
      models: { app: 'openai/gpt-x', default: 'offline' },
      yesTo: ['delete', 'send', 'pay'],
      request: 'open Mousepad',
      strategy: 'single',
      task: 'My task',
      keepOpen: true,
    })
  })

  it('ends with the code of what became of the run', async () => {
    const codeOf = (values: Parameters<typeof finished>[0]) =>
      fakeWorld({ home, play: playing([finished(values)]) }).deskhand('run', 'x')
    expect([
      await codeOf({ status: 'completed' }),
      await codeOf({ status: 'failed', reason: 'error' }),
      await codeOf({ status: 'stopped', reason: 'stopped' }),
      await codeOf({ status: 'failed', reason: 'unanswered' }),
      await codeOf({ status: 'stopped', reason: 'unanswered' }),
      await codeOf({ status: 'failed', reason: 'lost' }),
    ]).toEqual([0, 1, 3, 4, 4, 1])
  })

  it('gives one event per line with --json, nothing else on standard output, and the end last', async () => {
    const events = sampleRun()
    const world = fakeWorld({ home, tty: true, play: playing(events) })
    expect(await world.deskhand('run', 'x', '--json')).toBe(0)
    const lines = world.stdout.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    expect(lines).toEqual(events)
    expect(lines.at(-1)).toMatchObject({
      type: 'session_finished',
      status: 'completed',
      result: '42',
      steps: 4,
      rounds: 1,
      cost: 0.0054,
      log_path: expect.any(String) as string,
    })
  })

  it('has nobody to ask with --json and in a pipe: nothing waits', async () => {
    for (const [tty, args] of [
      [true, ['--json']],
      [false, []],
    ] as const) {
      const world = fakeWorld({ home, tty })
      await world.deskhand('run', 'x', ...args)
      const { interactor } = world.runs[0]!
      using run = new RunControl()
      expect([
        await interactor.firstRequest(run),
        (await interactor.newRequest(run)).answer.complete,
        await interactor.experienceAsker(run),
        await interactor.questionAsker('Which?', 1, ['a', 'b'], run),
      ]).toEqual([
        { answer: null, by: 'nobody' },
        true,
        { answer: false, by: 'default' },
        { answer: '', by: 'nobody' },
      ])
    }
  })

  it('prints the log on standard error alone', async () => {
    for (const args of [['run', 'x', '--json'], ['run', 'x'], ['windows']]) {
      const world = fakeWorld({ home, tty: true })
      await world.deskhand(...args)
      const said = world.stdout.text
      world.engines[0]!.printLog('{"msg":"slow"}\n')
      expect([world.stdout.text, world.stderr.text]).toEqual([said, '{"msg":"slow"}\n'])
    }
  })

  it('says in one line what is wrong when it can not begin, and ends --json as it always ends', async () => {
    const createEngine = () => Promise.reject(new UserError('config.yaml:3: mend this.'))
    const plain = fakeWorld({ home, createEngine })
    expect(await plain.deskhand('run', 'x')).toBe(1)
    expect([plain.stdout.text, plain.stderr.text]).toEqual(['', 'config.yaml:3: mend this.\n'])
    const json = fakeWorld({ home, createEngine })
    expect(await json.deskhand('run', 'x', '--json')).toBe(1)
    expect(JSON.parse(json.stdout.text)).toMatchObject({
      type: 'session_finished',
      status: 'failed',
      error: 'config.yaml:3: mend this.',
      log_path: '',
    })
  })

  it('stops the run at the first Ctrl+C and ends the program at one much later', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
    const world = fakeWorld({
      home,
      play: async (options, engine) => {
        world.interrupt()
        expect(await engine.stopped.promise).toBe('Stopped by the user.')
        now.mockReturnValue(13_000)
        world.interrupt()
        return playing([finished({ status: 'stopped', reason: 'stopped' })])(options, engine)
      },
    })
    expect(await world.deskhand('run', 'x')).toBe(3)
    expect(world.exits).toEqual([3])
    now.mockRestore()
    await expect
      .poll(() => world.stderr.text)
      .toContain('Stopping. If that takes long, Ctrl+C again ends at once.')
  })

  it('takes signals that come together for one: a terminal and npm both pass Ctrl+C on', async () => {
    const world = fakeWorld({
      home,
      play: async (options, engine) => {
        world.interrupt()
        world.interrupt()
        await engine.stopped.promise
        return playing([finished({ status: 'stopped', reason: 'stopped' })])(options, engine)
      },
    })
    expect(await world.deskhand('run', 'x')).toBe(3)
    expect(world.exits).toEqual([])
  })

  it('begins no run when Ctrl+C came while its engine was being made', async () => {
    const world = fakeWorld({ home, onEngine: () => world.interrupt() })
    expect(await world.deskhand('run', 'x', '--json')).toBe(3)
    expect(world.runs).toEqual([])
    expect(JSON.parse(world.stdout.text)).toMatchObject({ type: 'session_finished', status: 'stopped' })
  })

  it('stops looking at Ctrl+C, and waits until what it began is cleaned up', async () => {
    const stopped = Promise.withResolvers<void>()
    const world = fakeWorld({
      home,
      engine: {
        windows: async ({ under } = {}) => {
          under?.signal.addEventListener('abort', () => stopped.resolve())
          world.interrupt()
          await stopped.promise
          throw new StoppedError('stopped', 'Stopped by the user.')
        },
      },
    })
    expect(await world.deskhand('windows')).toBe(3)
    expect(world.stdout.text).toBe('')
    expect(world.exits).toEqual([])
  })

  it('keeps a desktop open until Ctrl+C, which is then no stop', async () => {
    const world = fakeWorld({
      home,
      play: async (options, engine) => {
        const end = await playing([finished()])(options, engine)
        // A terminal and npm both pass it on.
        world.interrupt()
        world.interrupt()
        await options.untilReleased
        return end
      },
    })
    expect(await world.deskhand('run', 'x', '--keep-open')).toBe(0)
    expect(world.exits).toEqual([])
    expect(world.stderr.text).not.toContain('Stopping.')
  })

  it('shows one line per act with its effect, then the result and the totals', async () => {
    const world = fakeWorld({ home, play: playing(sampleRun()) })
    await world.deskhand('run', 'x')
    const lines = world.stdout.lines.map((line) => line.replace(/\s{2,}/g, '  ').trimEnd())
    expect(lines).toEqual([
      '',
      'open galculator, click 7, click "*", click 6, click "=", read display, save as "~/sum.txt"',
      'virtual desktop :101 · host-app · openai/gpt-x',
      '✓ Launch “galculator”  window “galculator” opened  0.1 s',
      '✓ Click button “7” in “galculator”  display shows 7  0.1 s',
      '? Click button “*” in “galculator”  something changed beside the clock  0.1 s',
      '✓ Read edit “display” in “galculator”  read 42  0.1 s',
      '✗ Click button “Save” in “Save As”  the dialog is still open  0.1 s',
      '! The picture of step 3 took 2 s.',
      '',
      'Result  42',
      '✓ done The display shows 42 and the file was written.',
      '',
      'Completed in 14 s · 4 steps · 3 of 5 acts verified · 8.5k tokens in, 352 out · $0.0054',
      '/home/ana/.local/share/deskhand/logs/sample',
      '',
      '',
    ])
  })

  it('shows what a screen says without the escape sequences in it', async () => {
    const evil = '\u001b[2J\u001b]0;title\u0007gone\r\nnext\u202e'
    const bodies = [
      runStarted,
      { type: 'round_started', request: evil } as const,
      ...stepEvents({
        acts: [{ call: 'c', tool: 't', words: `Click “${evil}”`, effect: 'confirmed', evidence: evil }],
      }),
      { type: 'warning', message: evil } as const,
      { type: 'round_finished', status: 'FINISH', result: evil, error: evil, steps: 1, cost: 0 } as const,
      finished({ status: 'failed', error: evil, result: evil }),
    ]
    const world = fakeWorld({ home, play: playing(bodies) })
    await world.deskhand('run', 'x')
    expect(
      ['\u001b', '\u0007', '\r', '\u202e'].filter((character) => world.stdout.text.includes(character)),
    ).toEqual([])
  })

  it('keeps every line within the terminal', async () => {
    const world = fakeWorld({ home, play: playing(sampleRun()) })
    world.stdout.columns = 60
    await world.deskhand('run', 'x')
    const steps = world.stdout.lines.filter((line) => /^[✓?✗–·!] /.test(line))
    expect([steps.length, steps.filter((line) => line.length > 60)]).toEqual([7, []])
  })
})

describe('--dry-run', () => {
  const step = (outcome: 'would_do' | 'later' | 'cannot', more: object = {}) => ({
    words: 'click OK',
    outcome,
    acts: [],
    reasons: [],
    ...more,
  })
  const asks = { categories: ['delete' as const], reason: 'It deletes.' }
  const control = { role: 'button' as const, name: 'OK', window: 'Notes' }

  it('says what each step would do and what would be asked, and begins no run', async () => {
    const told: unknown[] = []
    const world = fakeWorld({
      home,
      engine: {
        dryRun: (wanted, look) => {
          told.push(wanted, look.display)
          return Promise.resolve([
            step('would_do', { acts: [{ words: 'Click button “OK” in “Notes”', control, asks }] }),
            step('later', { reasons: [foreseen('once_open', { sought: 'It', name: 'x' })] }),
          ])
        },
      },
    })
    const line = [
      'run',
      'click OK',
      '--dry-run',
      '--display',
      'virtual',
      '--yes-to',
      'send',
      '--model',
      'offline',
    ]
    expect(await world.deskhand(...line)).toBe(0)
    expect(told).toEqual([
      { request: 'click OK', plan: null, models: { default: 'offline' }, yesTo: ['send'] },
      'virtual',
    ])
    expect(world.runs).toEqual([])
    expect(world.stdout.text).toBe(
      [
        '✓ 1. click OK',
        '     Would do: Click button “OK” in “Notes”',
        '     Would ask: It deletes. (it deletes something or takes it from its place)',
        '… 2. click OK',
        '     It would be looked for once “x” is open.',
        'Nothing was done. 1 of 2 steps can be done now. 1 would be looked for later.',
        '',
      ].join('\n'),
    )
  })

  it('ends with 1 where a step can’t be done', async () => {
    const dryRun = () => Promise.resolve([step('would_do'), step('cannot', { reason: 'There is no “OK”.' })])
    const world = fakeWorld({ home, engine: { dryRun } })
    expect(await world.deskhand('run', 'click OK', '--dry-run', '--json')).toBe(1)
    const lines = world.stdout.text.trim().split('\n')
    expect(lines.map((each) => (JSON.parse(each) as { outcome: string }).outcome)).toEqual([
      'would_do',
      'cannot',
    ])
  })

  it('refuses a strategy whose steps models decide', async () => {
    const world = fakeWorld({ home })
    expect(await world.deskhand('run', 'click OK', '--dry-run', '--strategy', 'planner')).toBe(2)
    expect(world.engines).toEqual([])
  })

  it('takes a plan with its texts', async () => {
    const plan = join(home, 'letter.json')
    await writeFile(plan, JSON.stringify({ task: 'Letter', steps: ['Click OK'] }))
    const told: unknown[] = []
    const dryRun = (wanted: unknown) => {
      told.push(wanted)
      return Promise.resolve([step('cannot')])
    }
    const world = fakeWorld({ home, engine: { dryRun } })
    expect(await world.deskhand('follow', plan, '--dry-run', '--set', 'name=Ann')).toBe(1)
    expect(told).toEqual([
      { request: null, plan: { path: plan, set: { name: 'Ann' } }, models: {}, yesTo: [] },
    ])
    expect(world.runs).toEqual([])
    expect(world.stdout.text).toContain('It would stop at step 1.')
  })
})

describe('bad usage', () => {
  const answers = async (...args: string[]) => {
    const world = fakeWorld({ home })
    const code = await world.deskhand(...args)
    expect([world.engines, world.stdout.text]).toEqual([[], ''])
    return [code, world.stderr.lines[0]]
  }

  it('ends with 2 and a line that says what to do', async () => {
    expect(await answers('run')).toEqual([2, "error: missing required argument 'request'"])
    expect(await answers('run', '  ')).toEqual([
      2,
      'The request is empty. Say what should be done: deskhand run "open Mousepad"',
    ])
    expect(await answers('run', 'a', 'b')).toEqual([
      2,
      "error: too many arguments for 'run'. Expected 1 argument but got 2: a, b.",
    ])
    expect(await answers('run', 'a', '--max-step', '0')).toEqual([
      2,
      "error: option '--max-step <n>' argument '0' is invalid. Give a whole number, 1 or more.",
    ])
    expect((await answers('run', 'a', '--max-step', '1e3'))[0]).toBe(2)
    expect(await answers('run', 'a', '--model', 'gpt')).toEqual([
      2,
      "error: option '--model <role=preset/model>' argument 'gpt' is invalid. Give ROLE=PRESET/MODEL, for example app=openai/gpt-4o, or offline.",
    ])
    expect((await answers('run', 'a', '--model', 'hots=openai/x'))[1]).toContain(
      'There is no role “hots”. Did you mean host=openai/x?',
    )
    expect(await answers('run', 'a', '--strategy', 'sinlge')).toEqual([
      2,
      expect.stringMatching(/^There is no strategy “sinlge”/) as string,
    ])
    expect((await answers('run', 'a', '--mode', 'operator', '--strategy', 'single'))[1]).toContain(
      'The mode “operator” does not work with the strategy “single”.',
    )
    expect((await answers('run', 'a', '--display', 'mars'))[1]).toContain(
      'Allowed choices are host, virtual, auto.',
    )
    expect((await answers('run', 'a', '--yes-to', 'everything'))[1]).toContain('Use one of: send, delete,')
    expect((await answers('run', 'a', '--jsn'))[1]).toBe("error: unknown option '--jsn'")
    for (const name of ['-rf', '--json', '-', '.hidden', '../elsewhere', '/tmp/x', 'a\\b', 'a\nb']) {
      const [code, line] = await answers('run', 'a', '--task', name)
      expect([code, line], name).toEqual([
        2,
        expect.stringMatching(/'--task <name>' argument .* is invalid. A name (has no “\/”|begins with)|'a$/),
      ])
    }
    // Where any other value is missing, the option behind it is not taken for it.
    expect(await answers('run', 'a', '--strategy', '--json')).toEqual([
      2,
      "error: option '--strategy <name>' was given “--json”, which looks like an option",
    ])
    expect(await answers('rnu')).toEqual([2, 'There is no command “rnu”. Did you mean `deskhand run`?'])
    expect(await answers('open mousepad')).toEqual([
      2,
      "There is no command “open mousepad”. To run a request: deskhand run 'open mousepad'",
    ])
    expect(await answers('config', 'frob')).toEqual([2, "error: unknown command 'frob'"])
    expect(await answers()).toEqual([
      2,
      'Nobody is at a terminal to ask. Give a request: deskhand run "open Mousepad"',
    ])
  })

  it('is no usage at all: help and version end with 0', async () => {
    const world = fakeWorld({ home })
    expect([
      await world.deskhand('--help'),
      await world.deskhand('--version'),
      await world.deskhand('run', '--help'),
    ]).toEqual([0, 0, 0])
    expect(world.stdout.text).toContain('1.2.3')
  })

  it('shows every command under what it is for', async () => {
    const world = fakeWorld({ home })
    await world.deskhand('--help')
    const [, ...groups] = world.stdout.text
      .split(/^(?=[A-Z][\w ]+:$)/m)
      .filter((part) => !/^(Examples|Exit)/.test(part))
    const commandsOf = (group: string) => [...group.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name]) => name)
    expect(Object.fromEntries(groups.map((group) => [group.split(':')[0], commandsOf(group)]))).toEqual({
      Options: [],
      Work: ['run', 'web', 'mcp', 'continue', 'follow', 'batch', 'schedule'],
      'Control runs': ['pause', 'resume', 'stop', 'close'],
      'Look back': ['runs', 'search', 'usage', 'report', 'record', 'delete'],
      'Knowledge and rules': ['memory', 'rules'],
      'This machine': ['doctor', 'tools', 'windows', 'tree', 'config'],
      'Several machines': ['connect', 'serve', 'worker', 'queue'],
    })
  })
})

describe('deskhand runs and report', () => {
  it('say how to begin when there is nothing', async () => {
    const world = fakeWorld({ home })
    expect([await world.deskhand('runs'), await world.deskhand('report')]).toEqual([0, 1])
    expect([world.stdout.text, world.stderr.text]).toEqual([
      'Nothing has been run yet. Start with: deskhand run "open Mousepad"\n',
      'Nothing has been run yet. Start with: deskhand run "open Mousepad"\n',
    ])
  })

  it('list the runs, and as JSON one per line', async () => {
    await record('sum')
    const world = fakeWorld({ home })
    await world.deskhand('runs')
    await world.deskhand('runs', '--json')
    expect(world.stdout.lines[1]).toMatch(
      /^completed {2}sum {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}14 s {6}4 {2}\$0\.0054 {2}open galculator/,
    )
    expect(JSON.parse(world.stdout.lines[2]!)).toMatchObject({
      run: 'sum',
      status: 'completed',
      steps: 4,
      result: '42',
    })
  })

  it('write the page beside the run or where it is wanted, and print its path', async () => {
    const folder = await record('sum')
    const world = fakeWorld({ home })
    const out = join(home, 'page.html')
    expect([await world.deskhand('report', 'sum'), await world.deskhand('report', '--out', out)]).toEqual([
      0, 0,
    ])
    expect(world.stdout.text).toBe(`${join(folder.path, 'report.html')}\n${out}\n`)
    expect(await readFile(out, 'utf8')).toContain('Content-Security-Policy')
  })

  it('name the newest runs when one is not there', async () => {
    await record('sum')
    const world = fakeWorld({ home })
    expect(await world.deskhand('report', 'smu')).toBe(1)
    expect(world.stderr.text).toBe('There is no run “smu”. The newest are: sum. `deskhand runs` lists all.\n')
  })
})

describe('a command in Chinese', () => {
  const inChinese = (languageOf = 'zh_CN.UTF-8') => {
    const world = fakeWorld({ home })
    world.shell.env = { ...world.shell.env, LANG: languageOf, LC_ALL: '' }
    return world
  }

  it('says in Chinese why it could not be carried out, also where the configuration can’t be read', async () => {
    await record('sum')
    const world = inChinese()
    expect(await world.deskhand('report', 'smu')).toBe(1)
    expect(await world.deskhand('config', 'set', 'system.max_stp', '1')).toBe(1)
    await writeFile(join(home, 'config.yaml'), 'app: [')
    expect(await world.deskhand('memory', 'learn')).toBe(1)
    expect(world.stderr.lines.slice(0, 3)).toEqual([
      '没有运行“smu”。最近的有：sum。`deskhand runs` 列出全部。',
      'system.max_stp 不是配置项。是否指 system.max_step？',
      expect.stringMatching(/\p{Script=Han}/u),
    ])
  })

  it('refuses a wrong command line in Chinese, and shows the help of a group in it', async () => {
    const refused = async (...args: string[]) => {
      const world = inChinese()
      expect(await world.deskhand(...args)).toBe(2)
      return world.stderr.text
    }
    expect(await refused('runs', '--limit', 'x')).toBe(
      '错误：选项“--limit <n>”的值“x”无效。请给出不小于 1 的整数。\n（请看 `deskhand --help`）\n',
    )
    expect(await refused('run', 'x', '--display', 'moon')).toContain('可选：host, virtual, auto。')
    expect(await refused('runs', '--limt', '3')).toContain('错误：没有选项“--limt”\n（您是指 --limit 吗？）')
    expect(await refused('runn')).toBe('没有命令“runn”。您是指 `deskhand run` 吗？\n')
    expect(await refused('config')).toMatch(/^用法： deskhand config.*显示命令的帮助/s)
  })

  it('has the words of its tables in Chinese, and what others have named as it is', async () => {
    await record('completed')
    const world = inChinese()
    await world.deskhand('runs')
    const [head = '', line = ''] = world.stdout.lines
    expect(head).toMatch(/^状态 +运行 +.*请求$/)
    expect(line).toMatch(/^\p{Script=Han}+ +completed /u)
    await world.deskhand('delete', 'completed')
    expect(world.stdout.text).toContain('已删除：completed\n')
    await world.deskhand('rules')
    await world.deskhand('config', 'list')
    expect(world.stdout.text).toContain('没有长期许可')
    expect(world.stdout.text).toMatch(/system\.max_step = \d+ +步数：/)
    expect(world.stdout.text).toMatch(/models\.NAME\.provider +\p{Script=Han}/u)
    expect(world.stdout.lines.filter((line) => /[A-Z][a-z]+ [a-z]+ [a-z]+/.test(line))).toEqual([])
    await world.deskhand('config', 'set', 'app.language', 'xx')
    expect(world.stderr.text).toBe('app.language：请使用以下之一：system, en, zh；现在是 "xx"。\n')
  })

  it('has its help in Chinese, and in English where the setting says so', async () => {
    const world = inChinese()
    expect(await world.deskhand('schedule', 'add', '--help')).toBe(0)
    expect(world.stdout.text).toMatch(/^用法： deskhand schedule add/)
    expect(world.stdout.text).toContain('替换同名的定时任务')
    expect(world.stdout.text).not.toContain('replace a schedule')
    const whole = inChinese()
    await whole.deskhand('--help')
    expect(whole.stdout.text).toContain('退出码：0 完成')
    await whole.deskhand('config', 'set', 'app.language', 'en')
    await whole.deskhand('runs', '--help')
    expect(whole.stdout.text).toContain('list runs, newest first')
    const set = inChinese('en_GB.UTF-8')
    await set.deskhand('config', 'set', 'app.language', 'zh')
    await set.deskhand('runs', '--help')
    expect(set.stdout.text).toContain('列出运行，最新的在前')
  })
})

describe('the other commands', () => {
  it('pause, resume and stop a run, the one that goes on without a name', async () => {
    const world = fakeWorld({ home })
    await world.deskhand('pause')
    await world.deskhand('stop', 'sum')
    expect(world.stdout.text).toBe('Paused: newest\nStopped: sum\n')
  })

  it('show, read and write the configuration', async () => {
    const world = fakeWorld({ home })
    expect(await world.deskhand('config', 'set', 'system.max_step', '12')).toBe(0)
    expect(await world.deskhand('config', 'get', 'system.max_step')).toBe(0)
    expect(await world.deskhand('config', 'path')).toBe(0)
    await world.deskhand('config', 'list')
    expect(world.stdout.lines.slice(0, 3)).toEqual([
      '12',
      join(home, 'config.yaml'),
      '* system.max_step = 12   Steps that a session may take.',
    ])
    expect(await world.deskhand('config', 'unset', 'system.max_step')).toBe(0)
    expect(await world.deskhand('config', 'get', 'system.max_step')).toBe(0)
    expect(world.stdout.lines.at(-2)).toBe('50')
    expect(await world.deskhand('config', 'unset', 'system.max_step')).toBe(0)
    expect(await world.deskhand('config', 'set', 'system.max_stp', '1')).toBe(1)
    expect(await world.deskhand('config', 'get', 'system.nothing')).toBe(1)
    expect(world.stderr.lines).toEqual([
      `system.max_step is not set in ${join(home, 'config.yaml')}: nothing was changed.`,
      'system.max_stp is no key. Did you mean system.max_step?',
      'system.nothing is no key. `deskhand config list` shows all keys.',
      '',
    ])
  })

  it('tell every key of the configuration with its meaning, also in a narrow terminal', async () => {
    const world = fakeWorld({ home })
    for (const columns of [200, 60]) {
      world.stdout.columns = columns
      world.stdout.text = ''
      expect(await world.deskhand('config', 'list')).toBe(0)
      const text = world.stdout.text.replaceAll(/\n {6}/g, '   ')
      const rows = text.trimEnd().split('\n')
      expect(rows.filter((row) => !/^[* ] [\w.]+( = .+)? {3}\S/.test(row))).toEqual([])
      expect(world.stdout.lines.filter((line) => line.length > columns)).toEqual([])
      for (const key of [
        'models.NAME.picture_size',
        'safety.categories.unknown',
        'mcp.AppAgent.default.action',
      ])
        expect(text).toContain(`  ${key}`)
    }
  })

  it('keep a key that comes through a pipe or is typed, and never show it', async () => {
    for (const tty of [false, true]) {
      const world = fakeWorld({ home, tty })
      const done = world.deskhand('config', 'key', `KEY_${tty}`)
      if (tty) await world.said('KEY_true: ')
      world.stdin.end('zz-very-secret\n')
      expect(await done).toBe(0)
      expect(world.stdout.text + world.stderr.text).not.toContain('zz-very')
      expect(await createSecrets({ home, env: { DESKHAND_KEYS: 'file' } }).get(`KEY_${tty}`)).toBe(
        'zz-very-secret',
      )
    }
    expect(await fakeWorld({ home }).deskhand('config', 'key', 'KEY_true', '--remove')).toBe(0)
    expect(await createSecrets({ home, env: { DESKHAND_KEYS: 'file' } }).get('KEY_true')).toBeNull()
    const nothing = fakeWorld({ home })
    nothing.stdin.end('')
    expect(await nothing.deskhand('config', 'key', 'EMPTY')).toBe(1)
    expect(nothing.stderr.text).toMatch(/^No key was given/)
  })

  it('examine the machine also where the configuration can’t be read', async () => {
    await writeFile(join(home, 'config.yaml'), 'app: [')
    const finding = { name: 'Xvfb', ok: false, detail: 'not found', mend: null }
    const world = fakeWorld({ home, engine: { doctor: () => Promise.resolve([finding]) } })
    expect(await world.deskhand('doctor')).toBe(1)
    expect(world.stdout.text).toContain(finding.name)
    expect(await world.deskhand('doctor', '--report')).toBe(0)
    expect(world.stdout.text).toContain('# Problem report')
    expect(world.stderr.text).toBe('')
  })

  it('end with 1 when the doctor finds something, and say how to mend it', async () => {
    const finding = { name: 'Xvfb', ok: false, detail: 'not found', mend: 'sudo apt-get install xvfb' }
    const ill = fakeWorld({ home, engine: { doctor: () => Promise.resolve([finding]) } })
    expect(await ill.deskhand('doctor')).toBe(1)
    expect(ill.stdout.text).toBe('✗ Xvfb  not found\n    sudo apt-get install xvfb\n')
    const long = { ...finding, detail: 'it is '.repeat(30).trim(), mend: 'do this '.repeat(20).trim() }
    const narrow = fakeWorld({ home, engine: { doctor: () => Promise.resolve([long]) } })
    narrow.stdout.columns = 60
    await narrow.deskhand('doctor')
    expect(narrow.stdout.lines.filter((line) => line.length > 60)).toEqual([])
    expect(narrow.stdout.text.replaceAll(/\s+/g, ' ')).toBe(`✗ Xvfb ${long.detail} ${long.mend} `)
    const well = fakeWorld({
      home,
      engine: { doctor: () => Promise.resolve([{ ...finding, ok: true, mend: null }]) },
    })
    expect(await well.deskhand('doctor', '--json')).toBe(0)
  })

  it('print what belongs into a bug report, also where something does not work', async () => {
    const finding = { name: 'Xvfb', ok: false, detail: 'not found', mend: null }
    const ill = fakeWorld({ home, engine: { doctor: () => Promise.resolve([finding]) } })
    expect(await ill.deskhand('doctor', '--report')).toBe(0)
    expect(ill.stdout.text).toMatch(
      /^# Problem report\n[^]*- \*\*does not work\*\*: Xvfb \(not found\)\n[^]*\n$/,
    )
    expect(await ill.deskhand('doctor', '--report', 'none')).toBe(1)
    expect(ill.stderr.text).toContain('There is no run “none”')
  })

  it('list tools with their parameters', async () => {
    const tool = {
      tool_key: 'action::AppUIExecutor::click_input',
      tool_name: 'click_input',
      title: null,
      namespace: 'AppUIExecutor',
      tool_type: 'action' as const,
      description: 'Clicks a control. More words.',
      input_schema: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          button: { enum: ['left', 'right'] },
          keys: { type: 'array', items: { type: 'string' } },
        },
        required: ['id'],
      },
      output_schema: null,
      annotations: null,
      meta: null,
    }
    const world = fakeWorld({
      home,
      engine: { tools: () => Promise.resolve([{ agent: 'AppAgent', root: 'calc', tools: [tool] }]) },
    })
    expect(await world.deskhand('tools')).toBe(0)
    expect(world.stdout.lines).toEqual([
      'AppAgent in calc',
      '  AppUIExecutor action',
      '    click_input(id: string, button?: left|right, keys?: string[])',
      '      Clicks a control.',
      '',
      '',
    ])
  })

  it('test the tools of the planner: what came back, tokens, cost, time, and what is not set up', async () => {
    const asked: (string | null)[] = []
    const usage = { input_tokens: 120, output_tokens: 8, cached_tokens: null, cost: null }
    const works = { tool_name: 'evaluator' as const, model: 'custom/m', usage, ms: 900 }
    const missing = { tool_name: 'websearch' as const, model: 'none', usage: null, ms: 0 }
    const world = fakeWorld({
      home,
      engine: {
        testTools: (name) => {
          asked.push(name)
          return Promise.resolve([
            { ...works, state: name === 'grounding' ? 'failed' : 'works', said: 'Decision:\n\u001b[31mdone' },
            { ...missing, state: 'not set up', said: 'nothing is searched on the web' },
          ])
        },
      },
    })
    expect(await world.deskhand('tools', 'test')).toBe(0)
    expect(world.stdout.lines.slice(0, 4)).toEqual([
      expect.stringMatching(/^✓ evaluator custom\/m · .*120 tokens in, 8 out · /),
      expect.stringMatching(/^ {2}Decision: .*done$/),
      '– websearch not set up',
      '  nothing is searched on the web',
    ])
    expect(world.stdout.text).not.toContain('\u001b[31m')
    expect(await world.deskhand('tools', 'test', 'grounding', '--json')).toBe(1)
    expect(asked).toEqual([null, 'grounding'])
  })

  it('learn one thing at a time, and name what can not be', async () => {
    const world = fakeWorld({ home })
    expect(await world.deskhand('memory', 'learn', 'docs', '--run', 'r', '--app', 'x')).toBe(1)
    expect(world.stderr.text).toContain('Learn one thing at a time')
  })

  it('say of a tool that failed all that its model said, and how a missing one is set up', async () => {
    const said = `${'It did not answer. '.repeat(10)}Check the address.`
    const about = { usage: null, ms: 5 }
    const world = fakeWorld({
      home,
      engine: {
        testTools: () =>
          Promise.resolve([
            { ...about, tool_name: 'evaluator', model: 'custom/m', state: 'failed', said },
            { ...about, tool_name: 'grounding', model: 'none', state: 'not set up', said: 'places' },
          ]),
      },
    })
    expect(await world.deskhand('tools', 'test')).toBe(1)
    expect(world.stdout.text.replace(/\s+/g, ' ')).toContain(said)
    expect(world.stdout.text).toContain('deskhand config set models.grounding.provider openai')
  })

  it('leave no engine behind, also after a failure', async () => {
    let disposed = 0
    const world: FakeWorld = fakeWorld({
      home,
      engine: {
        windows: () => Promise.reject(new UserError('No run is going on.')),
        [Symbol.asyncDispose]: async () => void disposed++,
      },
    })
    expect([await world.deskhand('windows'), disposed, world.stderr.text]).toEqual([
      1,
      1,
      'No run is going on.\n',
    ])
  })
})

describe('deskhand continue', () => {
  it('goes on with the run that is named, what waits included', async () => {
    const next: string[] = []
    const world = fakeWorld({
      home,
      play: async (options, engine) => {
        using run = new RunControl()
        for (;;) {
          const { answer } = await options.interactor.newRequest(run)
          if (answer.complete) break
          next.push(answer.request)
        }
        return playing([finished()])(options, engine)
      },
    })
    expect(await world.deskhand('continue', 'x', '--json')).toBe(0)
    expect(world.runs).toMatchObject([{ continues: 'x', request: 'open a', resumable: false }])
    expect(next).toEqual(['open b'])
  })

  it('has no options that the interrupted run has decided', async () => {
    const world = fakeWorld({ home })
    expect(await world.deskhand('continue', 'x', '--display', 'host')).toBe(2)
    expect(world.stderr.text).toContain("unknown option '--display'")
  })
})

describe('deskhand search, usage and rules', () => {
  it('shows the places where runs hold all of the words', async () => {
    await record('one')
    const world = fakeWorld({ home, env: { DESKHAND_HOME: home } })
    expect(await world.deskhand('search', 'GALCULATOR', 'sum.txt', '--limit', '1')).toBe(0)
    expect(world.stdout.lines.slice(0, 2)).toEqual([
      'one',
      '  request  open galculator, click 7, click "*", click 6, click "=", read display, save as "~/sum.txt"',
    ])
    expect(await world.deskhand('search', 'nowhere')).toBe(0)
    expect(world.stdout.text).toContain('No run holds all of these words.')
  })

  it('shows what was used, a day a line', async () => {
    await record('one')
    const world = fakeWorld({ home, env: { DESKHAND_HOME: home } })
    expect(await world.deskhand('usage', '--days', '3660')).toBe(0)
    expect(world.stdout.text).toMatch(/DAY +COMPLETED +UNSURE +FAILED[^\n]*\n[\d-]{10} +1 +0 +0 +0 +4 /)
    expect(world.stdout.text).toMatch(/openai\/gpt-x +galculator +2 +4\.3k +176 +\$0\.\d+/)
  })

  it('lists the rules and takes one back by the beginning of its id', async () => {
    const rules = await openRulesFile(join(home, 'rules.json'))
    const rule = await rules.add({
      category: 'send',
      application: 'thunderbird',
      action: 'click_input',
      argument: 'button “Send”',
      run: null,
      since: Date.UTC(2026, 10, 21, 12),
    })
    const world = fakeWorld({ home, env: { DESKHAND_HOME: home } })
    expect(await world.deskhand('rules')).toBe(0)
    expect(world.stdout.text).toMatch(/[\d-]{10} +send +thunderbird +click_input button “Send”/)
    expect(await world.deskhand('rules', 'revoke', rule.id.slice(0, 8))).toBe(0)
    expect(rules.list()).toEqual([])
    expect(await world.deskhand('rules', 'revoke', 'x')).toBe(1)
    expect(world.stderr.text).toContain('No rule has the id “x”.')
  })
})

it('no agent may start any of its commands: the gate knows them all', async () => {
  const world = fakeWorld({ home })
  await world.deskhand('qqqqqqqq')
  const [, named = ''] = /The commands are: (.*)\.\n/.exec(world.stderr.text) ?? []
  const known = named.split(', ')
  expect(known).toContain('schedule')
  expect(
    known.filter((name) => !startsDeskhand(`node /opt/deskhand/out/main/deskhand.mjs ${name} x`)),
  ).toEqual([])
})
