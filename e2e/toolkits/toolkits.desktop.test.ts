// Works the forms of four toolkits as an agent does; the log of each form says what really happened. All acts on all
// toolkits: `npm run bench -- toolkits`.
import { test } from 'vitest'
import { isThere, type Toolkit } from './forms.ts'
import { isFor, SKILLS } from './skills.ts'
import { work } from './judge.ts'

const TOOLKITS: Toolkit[] = ['gtk3', 'gtk4', 'qt6', 'chromium']

for (const toolkit of TOOLKITS) {
  const there = isThere(toolkit)
  const title = there ? `${toolkit}: each act does what was meant` : `${toolkit} is not installed`
  test.skipIf(!there)(title, { timeout: 300_000, concurrent: true }, async ({ expect }) => {
    const skills = SKILLS.filter((skill) => skill.fast === true && isFor(skill, toolkit))
    const judged = await work(toolkit, skills)
    const wrong = judged.filter(({ outcome, falseEffect }) => outcome === 'wrong' || falseEffect)
    expect(wrong).toEqual([])
    const limits = skills.filter(({ unable }) => unable?.includes(toolkit) === true).map(({ name }) => name)
    expect(judged.filter(({ outcome, skill }) => outcome === 'unable' && !limits.includes(skill))).toEqual([])
  })
}
