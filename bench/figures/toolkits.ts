// Acts on the forms of each toolkit, judged by the forms' own logs: how many were wrong, or told as what they were not.
import { isThere, TOOLKITS, type Toolkit } from '../../e2e/toolkits/forms.ts'
import { work, type Judged } from '../../e2e/toolkits/judge.ts'
import { isFor, SKILLS } from '../../e2e/toolkits/skills.ts'
import type { Figure, Wants } from '../measure.ts'

export async function* measure(wants: Wants): AsyncIterable<Figure> {
  for (const toolkit of TOOLKITS) {
    if (!wants(`toolkits.${toolkit}`)) continue
    if (!isThere(toolkit)) process.stderr.write(`${toolkit} is not installed: it was not measured.\n`)
    else yield await figureOf(toolkit)
  }
}

async function figureOf(toolkit: Toolkit): Promise<Figure> {
  const skills = SKILLS.filter((skill) => isFor(skill, toolkit))
  const judged = await work(toolkit, skills)
  const wrong = judged.filter(({ outcome }) => outcome === 'wrong')
  const untrue = judged.filter(({ falseEffect }) => falseEffect)
  const unable = judged.filter(({ outcome }) => outcome === 'unable')
  for (const one of new Set([...wrong, ...untrue, ...unable]))
    process.stderr.write(`${toolkit}: ${told(one)}\n`)
  const right = judged.length - wrong.length - unable.length
  return {
    name: `toolkits.${toolkit}`,
    value: wrong.length + untrue.length,
    unit: 'wrong acts and false effects',
    baseline: null,
    ratio: null,
    goal: 'value <= 0',
    ok: wrong.length + untrue.length === 0,
    n: judged.length,
    note: `${right} right, ${wrong.length} wrong, ${untrue.length} false effects, ${unable.length} unable`,
  }
}

const told = ({ skill, outcome, falseEffect, effect, happened }: Judged): string =>
  `${skill}: ${outcome}${falseEffect ? ', a false effect' : ''}\n  told: ${effect}\n  happened: ${JSON.stringify(happened)}`
