// Carries out the fast rows of the suite: plain commands on real applications, judged from outside.
import { expect, test } from 'vitest'
import { carryOut, isInstalled } from './carry-out.ts'
import { ROWS } from './rows.ts'

for (const row of ROWS.filter(({ fast }) => fast)) {
  test.concurrent(row.title, async (context) => {
    context.skip(!(await isInstalled(row.program)), `${row.program} is not installed`)
    const { verdict, reason, story } = await carryOut(row)
    expect(verdict, `${reason}\n${story}`).toBe('done')
  })
}
