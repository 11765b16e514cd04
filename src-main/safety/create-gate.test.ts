import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import type { Scope } from '../../src-preload/contract/safety.ts'
import { StoppedError, UserError } from '../core/errors.ts'
import {
  NO_PERMISSION,
  type Answer,
  type Interactor,
  type Permission,
  type SensitiveStep,
} from '../core/interactor.ts'
import { RunControl } from '../core/run-control.ts'
import { coverageOf } from './coverage.ts'
import { createGate, type GateOptions } from './create-gate.ts'
import type { Act } from './gate.ts'
import { Places } from './places.ts'
import { sign } from './signature.ts'
import { createMemoryRules, openRulesFile, type StandingRule } from './standing-rules.ts'
import { actOf, controlOf, targetOf, windowOf } from './testing/acts.ts'

const mail = windowOf('thunderbird', 'Inbox')
const send = actOf('click_input', { id: '7', name: 'Send' }, targetOf(mail, controlOf('button', 'Send')))
const remove = actOf(
  'click_input',
  { id: '7', name: 'Delete' },
  targetOf(mail, controlOf('button', 'Delete')),
)
const scroll = actOf(
  'wheel_mouse_input',
  { id: '7', name: '', wheel_dist: 1 },
  targetOf(mail, controlOf('list', 'Mail')),
)

class Person implements Partial<Interactor> {
  readonly asked: SensitiveStep[] = []
  readonly #answers: Answer<Permission>[]
  constructor(...answers: Answer<Permission>[]) {
    this.#answers = answers
  }
  sensitiveStepAsker(step: SensitiveStep): Promise<Answer<Permission>> {
    this.asked.push(step)
    return Promise.resolve(this.#answers.shift() ?? { answer: NO_PERMISSION, by: 'nobody' })
  }
}
const allow = (scope: Scope): Answer<Permission> => ({
  answer: { allow: true, scope, why: null },
  by: 'person',
})
const yes = allow('once')
const no: Answer<Permission> = { answer: NO_PERMISSION, by: 'person' }

/** A rule for every act of its category. */
const wide = { action: null, argument: null }

const gateFor = (person: Person, more: Partial<GateOptions> = {}) =>
  createGate({
    policy: configSchema.parse({}).safety,
    interactor: person as unknown as Interactor,
    runId: 'r1',
    ...more,
  })

describe('the gate', () => {
  test('asks nobody about a harmless act', async () => {
    using run = new RunControl()
    const person = new Person()
    expect(await gateFor(person).admit(scroll, run)).toMatchObject({ admitted: true, user_confirm: null })
    expect(person.asked).toEqual([])
  })

  test('reads the language of an application before its act is judged', async () => {
    using run = new RunControl()
    const known = new Set<string>()
    const labels = {
      language: 'sv_SE',
      see: ({ process_name }: { process_name: string }) => Promise.resolve(void known.add(process_name)),
      of: (process: string, label: string) => (known.has(process) && label === 'Exportera' ? ['export'] : []),
    }
    const person = new Person(no)
    const press = (name: string) =>
      actOf('click_input', { name }, targetOf(windowOf('pen'), controlOf('button', name)))
    expect(await gateFor(person, { labels }).admit(press('Exportera'), run)).toMatchObject({ admitted: true })
    expect(await gateFor(person, { labels }).admit(press('Verkställ'), run)).toMatchObject({
      admitted: false,
    })
    expect(person.asked).toHaveLength(1)
  })

  test('shows every character of what a terminal would carry out, however long it is', async () => {
    using run = new RunControl()
    const person = new Person(no)
    const text = `ls;${' '.repeat(500)}rm -rf /home/ada`
    const target = targetOf(windowOf('xterm'), null, { terminal: true })
    await gateFor(person).admit(actOf('type_text', { text, enter: true }, target), run)
    expect(person.asked[0]?.control_text).toBe(text)
  })

  test('a command is shown with the signs that would hide in it', async () => {
    using run = new RunControl()
    const person = new Person(no)
    const text = 'echo \u202Efdp.txt\u200b\u001b[8m'
    const target = targetOf(null, null, { kind: 'command', text })
    await gateFor(person).admit(actOf('execute_command', { command: text }, target), run)
    expect(person.asked[0]?.control_text).toBe('echo ⟨U+202E⟩fdp.txt⟨U+200B⟩⟨U+001B⟩[8m')
  })

  test('never shows what goes into a password field', async () => {
    using run = new RunControl()
    const person = new Person(no)
    const target = targetOf(windowOf('xterm'), controlOf('password', 'Password'), { terminal: true })
    await gateFor(person).admit(actOf('type_text', { text: 'geheim', enter: true }, target), run)
    expect(JSON.stringify(person.asked)).not.toContain('geheim')
  })

  test('asks in plain words, with the reason and the target', async () => {
    using run = new RunControl()
    const person = new Person(yes)
    expect(await gateFor(person).admit(send, run)).toMatchObject({
      admitted: true,
      user_confirm: 'yes',
      categories: ['send'],
    })
    expect(person.asked).toMatchObject([
      {
        action: 'Click button “Send” in “Inbox”',
        control_text: 'button “Send”',
        categories: ['send'],
        target: { role: 'button', application: 'thunderbird' },
      },
    ])
  })

  test('takes no for no', async () => {
    using run = new RunControl()
    expect(await gateFor(new Person(no)).admit(send, run)).toMatchObject({
      admitted: false,
      user_confirm: 'no',
    })
  })

  test('asks again for the next act, were it the same to the letter: an approval dies with its act', async () => {
    using run = new RunControl()
    const person = new Person(yes, no)
    const gate = gateFor(person)
    expect((await gate.admit(send, run)).admitted).toBe(true)
    expect((await gate.admit(send, run)).admitted).toBe(false)
    expect(person.asked).toHaveLength(2)
  })

  test('ends the run where nobody is there, and says what would allow it', async () => {
    using run = new RunControl()
    const failed = gateFor(new Person()).admit(send, run)
    await expect(failed).rejects.toBeInstanceOf(StoppedError)
    await expect(failed).rejects.toMatchObject({
      reason: 'unanswered',
      message: expect.stringContaining('--yes-to send'),
    })
  })

  test('names only the permissions that are missing', async () => {
    using run = new RunControl()
    const code = { what: 'a console', isShell: false, isWhole: false }
    const console = targetOf(windowOf('gedit'), controlOf('edit', '', ['editable']), { terminal: true, code })
    const typing = actOf('type_text', { text: 'ls', enter: true }, console)
    const one = gateFor(new Person(), { yesTo: new Set(['run_command'] as const) }).admit(typing, run)
    await expect(one).rejects.toMatchObject({
      message: expect.stringMatching(/or in a terminal with --yes-to delete --yes-to send\.$/) as string,
    })
    // No permission takes the model's own wish away.
    const wished = gateFor(new Person()).admit({ ...scroll, confirm: true }, run)
    await expect(wished).rejects.toMatchObject({
      message: expect.stringMatching(/Run it where it can be asked\.$/) as string,
    })
  })

  test('lets through what was agreed to for the run, and nothing else', async () => {
    using run = new RunControl()
    const person = new Person(no)
    const gate = gateFor(person, { yesTo: new Set(['send'] as const) })
    expect(await gate.admit(send, run)).toMatchObject({
      admitted: true,
      user_confirm: null,
      categories: ['send'],
    })
    expect((await gate.admit(remove, run)).admitted).toBe(false)
  })

  test('refuses without a question what the configuration refuses', async () => {
    using run = new RunControl()
    const person = new Person(yes)
    const policy = configSchema.parse({ safety: { categories: { send: 'refuse' } } }).safety
    const gate = gateFor(person, { policy, yesTo: new Set(['send'] as const) })
    expect(await gate.admit(send, run)).toMatchObject({
      admitted: false,
      decision: 'refuse',
      user_confirm: null,
    })
    expect(person.asked).toEqual([])
  })

  test('ends at once when the run is stopped while a question is open', async () => {
    const run = new RunControl()
    const person = { sensitiveStepAsker: () => new Promise<never>(() => {}) } as unknown as Person
    const admission = gateFor(person).admit(send, run)
    run.stop()
    await expect(admission).rejects.toMatchObject({ reason: 'stopped' })
  })

  test('follows a standing rule in its application and its run only, and not after it was revoked', async () => {
    using run = new RunControl()
    const rules = createMemoryRules()
    const rule = await rules.add({
      ...wide,
      category: 'send',
      application: 'thunderbird',
      run: 'r1',
      since: 0,
    })
    const decide = (runId: string, act = send) => gateFor(new Person(), { rules, runId }).judge(act).decision
    const elsewhere = actOf('click_input', {}, targetOf(windowOf('evolution'), controlOf('button', 'Send')))
    expect([decide('r1'), decide('r2'), decide('r1', elsewhere)]).toEqual(['allow', 'ask', 'ask'])
    expect(await gateFor(new Person(), { rules }).admit(send, run)).toMatchObject({ admitted: true })
    expect(await rules.revoke(rule.id)).toBe(true)
    expect([decide('r1'), await rules.revoke(rule.id)]).toEqual(['ask', false])
  })
})

test('what was asked about is not done where a link was turned, or a file has come, while the question was open', async () => {
  using run = new RunControl()
  const home = await mkdtemp(join(tmpdir(), 'gate-turned-'))
  const places = new Places({ homes: [home], own: [] })
  await mkdir(join(home, '.config/autostart'), { recursive: true })
  await mkdir(join(home, 'out'))
  await mkdir(join(home, 'in'))
  await symlink(join(home, 'out'), join(home, 'link'))
  await writeFile(join(home, 'a.txt'), 'a')
  await writeFile(join(home, 'out/a.txt'), 'b')
  const copy = (to: string) =>
    actOf('copy_files', { files: ['~/a.txt'], to, replace: true }, targetOf(null, null, { kind: 'files' }))
  const asked = async (to: string, meanwhile: () => Promise<void>) => {
    const person: Partial<Interactor> = {
      sensitiveStepAsker: async () => {
        await meanwhile()
        return yes
      },
    }
    const gate = gateFor(person as Person, { places })
    return gate.admit({ ...copy(to), confirm: true }, run)
  }
  expect(await asked('~/link/', () => Promise.resolve())).toMatchObject({ admitted: true })
  const turned = await asked('~/link/', async () => {
    await rm(join(home, 'link'))
    await symlink(join(home, '.config/autostart'), join(home, 'link'))
  })
  expect(turned).toMatchObject({ admitted: false, user_confirm: null, rule: 'changed since the question' })
  const come = await asked('~/in/', () => writeFile(join(home, 'in/a.txt'), 'mine'))
  expect(come).toMatchObject({ admitted: false })
  await rm(home, { recursive: true })
})

describe('a permission that reaches further', () => {
  test('is not asked for again: for the same tool, aimed at the same, in the same application', async () => {
    using run = new RunControl()
    const rules = createMemoryRules()
    const person = new Person(allow('always'))
    const gate = gateFor(person, { rules, now: () => 7 })
    expect((await gate.admit(send, run)).admitted).toBe(true)
    expect(rules.list()).toMatchObject([
      {
        category: 'send',
        application: 'thunderbird',
        action: 'click_input',
        argument: 'button “Send” · in “Inbox”',
        run: null,
        since: 7,
      },
    ])
    const other = (name: string, target = targetOf(mail, controlOf('button', name))) =>
      gateFor(new Person(), { rules, runId: 'r2' }).judge(actOf('click_input', { name }, target))
    expect(other('Send')).toMatchObject({ decision: 'allow', rule: 'a rule of yours', categories: ['send'] })
    expect(other('Send all').decision).toBe('ask')
    const inWindow = (title: string) =>
      other('Send', targetOf(windowOf('thunderbird', title), controlOf('button', 'Send'))).decision
    expect([inWindow('*Inbox (3)'), inWindow('Outbox')]).toEqual(['allow', 'ask'])
    const box = targetOf(mail, controlOf('button', 'Send'), { question: 'Send it without a subject?' })
    expect(other('Send', box).decision).toBe('ask')
    expect(person.asked).toMatchObject([
      { scopes: ['once', 'run', 'always'], coverage: { argument: 'button “Send” · in “Inbox”' } },
    ])
  })

  test('for a run ends with it', async () => {
    using run = new RunControl()
    const rules = createMemoryRules()
    await gateFor(new Person(allow('run')), { rules }).admit(send, run)
    const decide = (runId: string) => gateFor(new Person(), { rules, runId }).judge(send).decision
    expect([decide('r1'), decide('r2')]).toEqual(['allow', 'ask'])
    rules.endRun('r1')
    expect(decide('r1')).toBe('ask')
  })

  const secret = actOf('type_text', { text: 'x' }, targetOf(mail, controlOf('password', 'Password')))
  const nameless = actOf('click_input', { id: '7' }, targetOf(mail, controlOf('button', '')))
  const nowhere = actOf('click_on_coordinates', { x: 0.5, y: 0.5 }, targetOf(null, null))
  const wished = actOf(
    'wheel_mouse_input',
    { id: '7', wheel_dist: 1 },
    targetOf(mail, controlOf('list', 'Mail')),
    { confirm: true },
  )
  test.each<[string, Act]>([
    ['deleting', remove],
    ['a password', secret],
    ['a control without a name', nameless],
    ['an unknown place', nowhere],
    ['what the model wants to be confirmed', wished],
  ])('is not offered for %s, and counts once if it comes all the same', async (_what, act) => {
    using run = new RunControl()
    const rules = createMemoryRules()
    const person = new Person(allow('always'))
    expect((await gateFor(person, { rules }).admit(act, run)).admitted).toBe(true)
    expect(person.asked).toMatchObject([{ scopes: ['once'], coverage: null }])
    expect(rules.list()).toEqual([])
  })

  test('that can’t be kept allows the act, and says so', async () => {
    using run = new RunControl()
    const told: string[] = []
    const full = { ...createMemoryRules(), add: () => Promise.reject(new Error('The disk is full.')) }
    const gate = gateFor(new Person(allow('always')), { rules: full, warn: (message) => told.push(message) })
    expect((await gate.admit(send, run)).admitted).toBe(true)
    expect(told).toEqual(['The permission holds once only: The disk is full.'])
  })

  test('a command is told apart by every character of it', () => {
    const line = `grep ${'a'.repeat(200)} `
    const command = (text: string) =>
      coverageOf(actOf('execute_command', { command: text }, targetOf(null, null, { kind: 'command', text })))
    expect(command(`${line}b`)).toEqual({
      application: 'BashExecutor',
      action: 'execute_command',
      argument: `${line}b`,
    })
    expect(command(`${line}c`)).not.toEqual(command(`${line}b`))
  })
})

describe('a refusal', () => {
  test('hands on why', async () => {
    using run = new RunControl()
    const answer = { allow: false, scope: 'once' as const, why: 'Not before Monday' }
    expect(await gateFor(new Person({ answer, by: 'person' })).admit(send, run)).toMatchObject({
      admitted: false,
      why: 'Not before Monday',
    })
  })
})

describe('standing rules', () => {
  test.each(['pay', 'password', 'delete'] as const)('never cover %s', async (category) => {
    await expect(
      createMemoryRules().add({ ...wide, category, application: 'a', run: null, since: 0 }),
    ).rejects.toBeInstanceOf(UserError)
  })

  test('that were put into the file by hand for deleting do not hold', () => {
    const forged: StandingRule = {
      ...wide,
      id: 'x',
      category: 'delete',
      application: 'thunderbird',
      run: null,
      since: 0,
    }
    const rules = { ...createMemoryRules(), list: () => [forged] }
    expect(gateFor(new Person(), { rules }).judge(remove).decision).toBe('ask')
  })

  test('for always are in a file that only its owner reads; those for a run are not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deskhand-rules-'))
    try {
      const path = join(folder, 'sub', 'rules.json')
      const rules = await openRulesFile(path)
      await rules.add({ ...wide, category: 'send', application: 'a', run: 'r1', since: 1 })
      const always = await rules.add({ ...wide, category: 'upload', application: 'b', run: null, since: 2 })
      expect((await stat(path)).mode & 0o777).toBe(0o600)
      expect(JSON.parse(await readFile(path, 'utf8'))).toEqual([always])
      const again = await openRulesFile(path)
      expect(again.list()).toEqual([always])
      expect(await again.revoke(always.id)).toBe(true)
      expect((await openRulesFile(path)).list()).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('that another program gives or revokes count at once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deskhand-rules-'))
    try {
      const path = join(folder, 'rules.json')
      const [one, other] = [await openRulesFile(path), await openRulesFile(path)]
      const rule = await one.add({ ...wide, category: 'send', application: 'a', run: null, since: 1 })
      expect(other.list()).toEqual([rule])
      expect(await other.revoke(rule.id)).toBe(true)
      expect(one.list()).toEqual([])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('of an earlier version hold for every act of their category', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deskhand-rules-'))
    try {
      const path = join(folder, 'rules.json')
      const old = { id: 'x', category: 'send', application: 'thunderbird', run: null, since: 0 }
      await writeFile(path, JSON.stringify([old]))
      await sign(path, JSON.stringify([old]))
      const rules = await openRulesFile(path)
      expect(rules.list()).toEqual([{ ...old, ...wide }])
      expect(gateFor(new Person(), { rules }).judge(send).decision).toBe('allow')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('that Deskhand did not write are not taken up, told, and put aside', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deskhand-rules-'))
    try {
      const path = join(folder, 'rules.json')
      const own = await openRulesFile(path)
      const kept = await own.add({ ...wide, category: 'upload', application: 'b', run: null, since: 2 })
      const forged = JSON.stringify([
        kept,
        { ...wide, id: 'y', category: 'send', application: 'thunderbird', run: null, since: 0 },
      ])
      await writeFile(path, forged)
      const told: string[] = []
      const rules = await openRulesFile(path, (message) => told.push(message))
      expect([rules.list(), own.list()]).toEqual([[], []])
      expect(told.join()).toContain('was not written by Deskhand')
      expect(gateFor(new Person(), { rules }).judge(send).decision).toBe('ask')
      const again = await rules.add({ ...wide, category: 'upload', application: 'c', run: null, since: 3 })
      expect((await openRulesFile(path)).list()).toEqual([again])
      expect(own.list()).toEqual([again])
      expect(await readFile(`${path}.unsigned`, 'utf8')).toBe(forged)
      expect((await stat(join(folder, 'rules.key'))).mode & 0o777).toBe(0o600)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('in a file that can’t be read are an error, and the file stays as it is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'deskhand-rules-'))
    try {
      const path = join(folder, 'rules.json')
      await writeFile(path, '[{"broken"')
      await expect(openRulesFile(path)).rejects.toBeInstanceOf(UserError)
      expect(await readFile(path, 'utf8')).toBe('[{"broken"')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('the answers of a run', () => {
  const saveAs = windowOf('mousepad', 'Save As', { kind: 'dialog', modal: true })
  const question = windowOf('mousepad', 'Question', { kind: 'dialog', modal: true })
  const overwrite = actOf(
    'click_input',
    { id: '7', name: 'Save' },
    targetOf(saveAs, controlOf('button', 'Save'), {
      overwrites: '/home/ada/a.txt',
      writes: '/home/ada/a.txt',
    }),
  )
  const replace = (file: string) =>
    actOf(
      'click_input',
      { id: '8', name: 'Replace' },
      targetOf(question, controlOf('button', 'Replace'), {
        question: `A file named “${file}” already exists. Do you want to replace it?`,
      }),
    )

  test('keep a refusal, however the same is aimed at, until the person says more', async () => {
    using run = new RunControl()
    const person = new Person(no, yes)
    const requests = ['clean up']
    const gate = gateFor(person, { requests: () => requests })
    const button = controlOf('button', 'Delete')
    const ways = [
      actOf(
        'click_on_coordinates',
        { x: 0.5, y: 0.5 },
        targetOf(mail, button, { kind: 'point', point: { x: 1, y: 1 } }),
      ),
      actOf('keyboard_input', { keys: 'Enter' }, targetOf(mail, button, { kind: 'focus' })),
      actOf('choose_menu', { path: ['Edit', 'Delete'] }, targetOf(mail, controlOf('menu item', 'Delete'))),
    ]
    expect(await gate.admit(remove, run)).toMatchObject({ admitted: false, user_confirm: 'no' })
    for (const way of ways)
      expect(await gate.admit(way, run)).toMatchObject({
        admitted: false,
        decision: 'refuse',
        user_confirm: null,
      })
    expect(person.asked).toHaveLength(1)
    expect(await gate.admit(send, run)).toMatchObject({ admitted: true })
    requests.push('do delete it')
    await expect(gate.admit(remove, run)).rejects.toThrow(StoppedError)
  })

  test('let one overwriting be one question', async () => {
    using run = new RunControl()
    const person = new Person(yes, no)
    const gate = gateFor(person)
    expect(await gate.admit(overwrite, run)).toMatchObject({ admitted: true, user_confirm: 'yes' })
    expect(await gate.admit(replace('a.txt'), run)).toMatchObject({ admitted: true, user_confirm: null })
    expect(person.asked).toHaveLength(1)
    expect(await gate.admit(replace('a.txt'), run)).toMatchObject({ admitted: false })
  })

  describe('about unsaved work', () => {
    const editor = windowOf('mousepad', '*a.txt')
    const close = actOf('close_application_window', { id: '1' }, targetOf(editor, null, { unsaved: true }))
    const asks = 'Do you want to save the changes? If you don’t, they will be permanently lost.'
    const answer = (name: string, application = 'mousepad', question = asks) =>
      actOf(
        'click_input',
        { id: '8', name },
        targetOf(
          windowOf(application, 'Question', { kind: 'dialog', modal: true }),
          controlOf('button', name),
          { question },
        ),
      )

    test.each(['Don’t Save', 'Close without Saving', 'Discard', 'Discard changes'])(
      '%s is the answer of who lets it close, once',
      async (name) => {
        using run = new RunControl()
        const person = new Person(yes, no)
        const gate = gateFor(person)
        expect(await gate.admit(close, run)).toMatchObject({ admitted: true, categories: ['close_unsaved'] })
        expect(await gate.admit(answer(name), run)).toMatchObject({ admitted: true, user_confirm: null })
        expect(await gate.admit(answer(name), run)).toMatchObject({ admitted: false, user_confirm: 'no' })
      },
    )

    test('a dialog that only its title tells about is answered, too', async () => {
      using run = new RunControl()
      const gate = gateFor(new Person(yes, no))
      await gate.admit(close, run)
      const dialog = windowOf('mousepad', 'Save Documents', { kind: 'dialog', modal: true })
      const act = actOf(
        'click_input',
        { id: '8', name: 'Discard' },
        targetOf(dialog, controlOf('button', 'Discard')),
      )
      expect(await gate.admit(act, run)).toMatchObject({ admitted: true, user_confirm: null })
    })

    test.each([
      ['of another application', answer('Don’t Save', 'thunderbird')],
      ['to another question', answer('Discard', 'mousepad', 'Delete all notes permanently?')],
    ])('the answer %s is asked about', async (_title, act) => {
      using run = new RunControl()
      const gate = gateFor(new Person(yes, no))
      await gate.admit(close, run)
      expect(await gate.admit(act, run)).toMatchObject({ admitted: false, user_confirm: 'no' })
    })

    test('it is no deletion, and asks where nobody was asked before', async () => {
      using run = new RunControl()
      const judged = gateFor(new Person()).judge(answer('Discard'))
      expect(judged).toMatchObject({ decision: 'ask', categories: ['close_unsaved'] })
      await expect(gateFor(new Person()).admit(answer('Discard'), run)).rejects.toThrow(StoppedError)
    })
  })

  test('cover the question about the file that was allowed, and no other', async () => {
    using run = new RunControl()
    const person = new Person(yes, no)
    const gate = gateFor(person)
    await gate.admit(overwrite, run)
    expect(await gate.admit(replace('b.txt'), run)).toMatchObject({ admitted: false, user_confirm: 'no' })
  })

  test('cover no question about a file whose name only contains that of the allowed one', async () => {
    using run = new RunControl()
    const gate = gateFor(new Person(yes, no))
    await gate.admit(overwrite, run)
    expect(await gate.admit(replace('data.txt'), run)).toMatchObject({ admitted: false, user_confirm: 'no' })
  })

  test('cover no question that comes after another act: an approval is for one act', async () => {
    using run = new RunControl()
    const person = new Person(yes, no)
    const gate = gateFor(person)
    await gate.admit(overwrite, run)
    const elsewhere = targetOf(saveAs, controlOf('button', 'Save'), { overwrites: null })
    expect(await gate.admit(actOf('click_input', { id: '7', name: 'Save' }, elsewhere), run)).toMatchObject({
      admitted: true,
    })
    expect(await gate.admit(replace('a.txt'), run)).toMatchObject({ admitted: false, user_confirm: 'no' })
  })

  test('hold for a window that tells no control in this run, where it is only not known', async () => {
    using run = new RunControl()
    const person = new Person(allow('run'), no, no)
    const gate = gateFor(person)
    const gimp = windowOf('gimp-2.10', 'Untitled', { id: '12' })
    const at = (x: number, window = gimp) =>
      actOf(
        'click_on_coordinates',
        { x, y: 0.5 },
        targetOf(window, null, { kind: 'point', point: { x, y: 1 } }),
      )
    const keys = (text: string) =>
      actOf('keyboard_input', { keys: text }, targetOf(gimp, null, { kind: 'focus' }))
    expect(await gate.admit(at(0.5), run)).toMatchObject({ admitted: true })
    expect(person.asked[0]?.scopes).toEqual(['once', 'run'])
    expect(await gate.admit(at(0.1), run)).toMatchObject({ admitted: true, user_confirm: null })
    expect(await gate.admit(keys('Ctrl+Alt+X'), run)).toMatchObject({ admitted: true, user_confirm: null })
    expect(await gate.admit(keys('Delete'), run)).toMatchObject({ admitted: false, user_confirm: 'no' })
    const other = windowOf('gimp-2.10', 'Other', { id: '13' })
    expect(await gate.admit(at(0.5, other), run)).toMatchObject({ admitted: false, user_confirm: 'no' })
  })
})

describe('a file that the run itself has saved', () => {
  const inFolder = async (
    judge: (gate: ReturnType<typeof createGate>, file: string, save: () => Act) => Promise<void>,
    requests: readonly string[] = [],
  ) => {
    const folder = await mkdtemp(join(tmpdir(), 'own-work-'))
    try {
      const file = join(folder, 'letter.txt')
      const dialog = windowOf('mousepad', 'Save As', { kind: 'dialog', modal: true })
      const gate = gateFor(new Person(), {
        places: new Places({ homes: [folder], own: [] }),
        requests: () => requests,
      })
      const save = () => {
        const overwrites = existsSync(file) ? file : null
        const target = targetOf(dialog, controlOf('button', 'Save'), { writes: file, overwrites })
        return actOf('click_input', { id: '7', name: 'Save' }, target)
      }
      await judge(gate, file, save)
    } finally {
      await rm(folder, { recursive: true })
    }
  }
  const replace = (file: string) => {
    const dialog = windowOf('mousepad', 'Question', { kind: 'dialog', modal: true })
    const target = targetOf(dialog, controlOf('button', 'Replace'), { question: `Replace “${file}”?` })
    return actOf('click_input', { id: '7', name: 'Replace' }, target)
  }

  test('is replaced without a question, and so is the application’s own one answered', () =>
    inFolder(async (gate, file, save) => {
      expect(await gate.admit(save(), new RunControl())).toMatchObject({ admitted: true })
      await writeFile(file, 'the run')
      expect(await gate.admit(save(), new RunControl())).toMatchObject({ admitted: true, user_confirm: null })
      expect(await gate.admit(replace('letter.txt'), new RunControl())).toMatchObject({
        rule: 'the same file',
      })
      await expect(gate.admit(replace('letter.txt'), new RunControl())).rejects.toThrow(StoppedError)
    }))

  test('is the person’s once they have said something else', () => {
    const requests = ['write a letter']
    return inFolder(async (gate, file, save) => {
      await gate.admit(save(), new RunControl())
      await writeFile(file, 'the run')
      expect(gate.judge(save()).decision).toBe('allow')
      requests.push('write another letter')
      expect(gate.judge(save())).toMatchObject({ decision: 'ask', categories: ['overwrite'] })
    }, requests)
  })

  test.each([
    ['was there before', (file: string) => writeFile(file, 'the person'), 'before'],
    ['was changed since', (file: string) => utimes(file, new Date(), new Date(Date.now() + 60_000)), 'after'],
    ['was moved there', (file: string) => utimes(file, new Date(), new Date(Date.now() - 60_000)), 'after'],
  ] as const)('is asked about where it %s', (_, happens, when) =>
    inFolder(async (gate, file, save) => {
      if (when === 'before') await happens(file)
      else {
        await gate.admit(save(), new RunControl())
        await writeFile(file, 'the run')
        await happens(file)
      }
      expect(gate.judge(save())).toMatchObject({ decision: 'ask', categories: ['overwrite'] })
    }),
  )
})
