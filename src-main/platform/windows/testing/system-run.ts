// Checks what Deskhand asks of Windows beside its driver: `system-run.ts RESULTS SHORTCUT_MAKER [PART OF A TITLE]`.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ToolError } from '../../../core/errors.ts'
import { variableOf } from '../../../core/system.ts'
import { thisSystem } from '../../this-system.ts'
import { wholeEnvironment } from '../../whole-environment.ts'
import { report } from './report.ts'

const [file = '', shortcutMaker = '', only = ''] = process.argv.slice(2)
const env = wholeEnvironment(process.env)
const system = thisSystem()
const folderOf = (variable: string) => variableOf(env, variable) ?? assert.fail(`There is no ${variable}.`)
const menu = join(folderOf('APPDATA'), 'Microsoft', 'Windows', 'Start Menu', 'Programs', 'Deskhand test')
const notepad = join(folderOf('SystemRoot'), 'notepad.exe')

/** Carries a check out with three entries in the Start menu: one application, one that is none, one that is no shortcut. */
async function withMenu(check: () => Promise<void>): Promise<void> {
  mkdirSync(menu, { recursive: true })
  try {
    for (const name of ['Tally 计数', 'Uninstall Tally'])
      execFileSync(shortcutMaker, [notepad, '"C:\\a b.txt" x', join(menu, `${name}.lnk`)], {
        stdio: 'ignore',
      })
    writeFileSync(join(menu, 'Broken.lnk'), 'no shortcut')
    await check()
  } finally {
    rmSync(menu, { recursive: true, force: true })
  }
}

const checks: { title: string; check: () => Promise<void> }[] = [
  {
    title: 'lists the applications of the system and of the Start menu, each of which would start',
    check: () =>
      withMenu(async () => {
        const names = (await system.installedApplications(env)).map(({ name }) => name)
        for (const name of ['Notepad', 'Wordpad', 'Task manager', 'Tally 计数'])
          assert(names.includes(name), name)
        for (const name of ['Uninstall Tally', 'Broken']) assert(!names.includes(name), name)
        assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length)
        for (const name of names) await system.resolveLaunch(name, [], env, {})
      }),
  },
  {
    title: 'starts by the Start menu what another program’s shortcut says, with its words',
    check: () =>
      withMenu(async () => {
        const plan = await system.resolveLaunch('tally', ['more'], env, {})
        assert.equal(plan.command.toLowerCase(), notepad.toLowerCase())
        assert.deepEqual([plan.args, plan.configured], [['C:\\a b.txt', 'x', 'more'], false])
        await assert.rejects(system.resolveLaunch('broken', [], env, {}), ToolError)
      }),
  },
  {
    title: 'tells the doctor what can be seen here, and what to do about the rest',
    async check() {
      const found = await system.checks(env)
      const told = Object.fromEntries(found.map(({ name, ok, mend }) => [name, [ok, mend !== null]]))
      // Wine's UI Automation has no trees.
      assert.deepEqual(told, {
        session: [true, false],
        'UI Automation': [false, true],
        rights: [true, false],
      })
    },
  },
]

await report(
  file,
  'under Wine Deskhand',
  checks.filter(({ title }) => title.includes(only)),
  ({ check }) => check(),
)
process.exit(0)
