// Judges one act on a form: by the form's log, and by whether Deskhand's told effect is true.
import type { EffectReport } from '../../src-main/core/desktop.ts'
import { DrivenDesktop } from '../../src-main/servers/desktop/testing/driven-desktop.ts'
import { Form, type Happened, type Toolkit } from './forms.ts'
import { Hand, type Skill } from './skills.ts'

/** `right`: done. `unable`: nothing was done, and it was not said to be. `wrong`: something else was done. */
export interface Judged {
  skill: string
  outcome: 'right' | 'unable' | 'wrong'
  /** Told as confirmed what is not so, or as contradicted or unchanged what is. */
  falseEffect: boolean
  effect: string
  happened: Happened
  ms: number
}

export async function perform(hand: Hand, skill: Skill): Promise<Judged> {
  await hand.form.happened()
  const started = performance.now()
  let told: EffectReport | null = null
  let refused = ''
  try {
    told = await skill.does(hand)
  } catch (error) {
    refused = error instanceof Error ? error.message : String(error)
  }
  const ms = Math.round(performance.now() - started)
  const happened = await hand.form.happened()
  const outcome = outcomeOf(hand, skill, happened)
  return {
    skill: skill.name,
    outcome,
    falseEffect: told !== null && isFalse(told, outcome, happened, skill),
    effect: told ? `${told.effect}: ${told.evidence}` : `refused: ${refused}`,
    happened,
    ms,
  }
}

function outcomeOf(hand: Hand, skill: Skill, happened: Happened): Judged['outcome'] {
  const wanted = { values: skill.values ?? {}, events: skill.events ?? happened.events }
  if (skill.events === undefined && happened.events.some((event) => event.startsWith('activated')))
    return 'wrong'
  const values = Object.entries(happened.values).filter(([name]) => skill.may?.includes(name) !== true)
  const others = values.filter(([name, value]) => wanted.values[name] !== value)
  const missing = Object.entries(wanted.values).filter(([name, value]) => happened.values[name] !== value)
  const sameEvents = JSON.stringify(happened.events) === JSON.stringify(wanted.events)
  const done = others.length === 0 && missing.length === 0 && sameEvents
  if (done) return skill.also?.(hand) === false ? 'unable' : 'right'
  return values.length + happened.events.length === 0 ? 'unable' : 'wrong'
}

function isFalse(
  { effect, evidence }: EffectReport,
  outcome: Judged['outcome'],
  happened: Happened,
  skill: Skill,
): boolean {
  if (effect === 'confirmed') return outcome !== 'right'
  if (effect === 'contradicted') return outcome === 'right'
  const changed = Object.keys(happened.values).length > 0 && Object.keys(skill.values ?? {}).length > 0
  return changed && /Nothing has changed/.test(evidence)
}

/** Does these on a form of its own, on a desktop of its own. */
export async function work(toolkit: Toolkit, skills: readonly Skill[]): Promise<Judged[]> {
  await using desktop = await DrivenDesktop.start(`toolkit-${toolkit}`)
  await using form = await Form.start(toolkit, desktop)
  const hand = new Hand(desktop, form)
  const judged: Judged[] = []
  for (const skill of skills) judged.push(await perform(hand, skill))
  return judged
}
