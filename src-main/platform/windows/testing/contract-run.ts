// Carries out the contract of the drivers with the Windows driver: `contract-run.ts RESULTS [EDITOR [PART OF A TITLE]]`.
import { RunControl } from '../../../core/run-control.ts'
import { carryOut, CHECKS } from '../../contract/testing/contract.ts'
import { thisSystem } from '../../this-system.ts'
import { wholeEnvironment } from '../../whole-environment.ts'
import { report } from './report.ts'

const [file = '', editor = 'notepad', only = ''] = process.argv.slice(2)
const end = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended by itself.
  }
}

using run = new RunControl()
await using platform = await thisSystem().connect(wholeEnvironment(process.env), run, {})
const checks = CHECKS.filter(({ title }) => title.includes(only))
await report(file, 'under Wine the Windows driver', checks, (check) =>
  carryOut(check, { platform, editor, end }),
)
process.exit(0)
