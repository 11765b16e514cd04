// Remembers what a person has answered in a run: what was refused stays refused, in whatever way the next act aims at it; what
// was allowed covers the application's own question about the same file, or about the same unsaved work.
import { basename } from 'node:path'
import type { SafetyCategory } from '../../src-preload/contract/safety.ts'
import { fold } from '../matching/fold.ts'
import { originOf } from './addresses.ts'
import { commandText, isAgreement, launched, leavesUnsaved, questionOf } from './conditions.ts'
import type { Facts } from './facts.ts'
import { wayOut, writtenPlaces } from './reach.ts'

interface Refusal {
  aims: ReadonlySet<string>
  categories: readonly SafetyCategory[]
}

interface Overwriting {
  application: string
  file: string
}

export class GivenAnswers {
  #refusals: Refusal[] = []
  #overwriting: Overwriting | null = null
  /** The application that the person lets close with unsaved work. */
  #closing: string | null = null
  #requests = 0

  /** Forgets the answers when the person has written another request, because a refused act may be wanted now. */
  hear(requests: number): void {
    if (requests === this.#requests) return
    this.#requests = requests
    this.#refusals = []
    this.#overwriting = null
    this.#closing = null
  }

  keep(facts: Facts, asked: readonly SafetyCategory[], allowed: boolean): void {
    if (!allowed) {
      this.#refusals.push({ aims: new Set(aimsOf(facts)), categories: asked })
      return
    }
    const file = facts.act.target.overwrites
    this.#overwriting =
      file !== null && asked.includes('overwrite') ? { application: applicationOf(facts), file } : null
    this.#closing = asked.includes('close_unsaved') && !leavesUnsaved(facts) ? applicationOf(facts) : null
  }

  /** Tells whether the person has already refused this, whatever tool and target the act has. */
  refuses(facts: Facts, asked: readonly SafetyCategory[]): boolean {
    const aims = aimsOf(facts)
    return this.#refusals.some(
      (refusal) =>
        asked.some((category) => refusal.categories.includes(category)) &&
        aims.some((aim) => refusal.aims.has(aim)),
    )
  }

  /** Tells, once, whether this only leaves the work unsaved with which the person lets the application close. */
  leaves(facts: Facts, asked: readonly SafetyCategory[]): boolean {
    const isMeant = asked.every((category) => category === 'close_unsaved') && leavesUnsaved(facts)
    if (!isMeant || this.#closing === null || applicationOf(facts) !== this.#closing) return false
    this.#closing = null
    return true
  }

  /** Tells, once, whether this only answers the application's own question about a file that the person lets it replace. */
  confirms(facts: Facts, asked: readonly SafetyCategory[]): boolean {
    const allowed = this.#overwriting
    if (allowed === null || asked.some((category) => category !== 'overwrite')) return false
    const isAsked = facts.dialog && namesFile(questionOf(facts), basename(allowed.file))
    const isSame = facts.act.target.overwrites === null || facts.act.target.overwrites === allowed.file
    if (!isAsked || !isSame || applicationOf(facts) !== allowed.application) return false
    this.#overwriting = null
    return true
  }
}

/** Tells whether a question names this file, and not one whose name only contains its name. */
function namesFile(question: string, name: string): boolean {
  const isPart = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}_.-]/u.test(char)
  for (let at = question.indexOf(name); at !== -1; at = question.indexOf(name, at + 1)) {
    const end = question[at + name.length]
    // A full stop after the name may end the sentence.
    const isEnd = !isPart(end) || (end === '.' && !isPart(question[at + name.length + 1]))
    if (isEnd && !isPart(question[at - 1])) return true
  }
  return false
}

const applicationOf = ({ window, act }: Facts): string =>
  (window?.process_name ?? act.target.program ?? '').toLowerCase()

/** Lists the aims of an act, whichever tool does it: the pressed control, the file, the address, the command. */
function aimsOf(facts: Facts): string[] {
  const { act, pressed, name, window, keys } = facts
  const { target } = act
  const where = `${applicationOf(facts)} ${originOf(target.page ?? '')}`
  // OK agrees to the question of its dialog, so the question belongs to the aim.
  const question = facts.dialog && isAgreement(facts) ? ` ${fold(questionOf(facts))}` : ''
  const way = wayOut(facts)
  const command = commandText(facts).trim()
  return [
    ...(pressed && pressed.name !== '' ? [`press ${where} ${fold(pressed.name)}${question}`] : []),
    ...(pressed === null && keys.length > 0 && name !== ''
      ? [`key ${where} ${keys.join()} ${fold(name)}`]
      : []),
    ...(facts.gesture === 'close window' ? [`close ${window?.id ?? ''}`] : []),
    ...(target.overwrites === null ? [] : [`write ${basename(target.overwrites)}`]),
    ...writtenPlaces(facts).map(({ path }) => `write ${path}`),
    ...(way === null ? [] : [`tell ${way.to}`]),
    ...(command === '' ? [] : [`run ${command.replace(/\s+/g, ' ')}`]),
    ...(facts.gesture === 'launch' ? [`launch ${launched(facts).join(' ')}`] : []),
  ]
}
