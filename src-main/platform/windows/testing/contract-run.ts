// Carries out the contract of the drivers where there is no test runner: one line of JSON per check into the file that is named.
import { appendFileSync } from 'node:fs'
import { messageOf } from '../../../core/errors.ts'
import { RunControl } from '../../../core/run-control.ts'
import { carryOut, CHECKS } from '../../contract/testing/contract.ts'
import { thisSystem } from '../../this-system.ts'
import { wholeEnvironment } from '../../whole-environment.ts'

const [file = '', editor = 'notepad', only = ''] = process.argv.slice(2)
const say = (line: object) => appendFileSync(file, `${JSON.stringify(line)}\n`)
const end = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Ended by itself.
  }
}

using run = new RunControl()
await using platform = await thisSystem().connect(wholeEnvironment(process.env), run, {})
for (const check of CHECKS.filter(({ title }) => title.includes(only))) {
  const began = performance.now()
  const fault = await carryOut(check, { platform, editor, end }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : messageOf(error)),
  )
  say({ title: check.title, ms: Math.round(performance.now() - began), fault })
}
process.exit(0)
