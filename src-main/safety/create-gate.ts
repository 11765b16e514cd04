// Creates the gate as the dispatcher uses it: judges by the rules, asks a person where it has to, answers for one act.
import type { LabelsInEnglish } from '../matching/labels-in-english.ts'
import type { Config } from '../../src-preload/contract/config.ts'
import { ALWAYS_ASKED, type SafetyCategory, type Scope } from '../../src-preload/contract/safety.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { Interactor, SensitiveStep } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'
import { pastes } from './conditions.ts'
import { consequenceOf } from './consequence.ts'
import { coverageFor } from './coverage.ts'
import type { Facts } from './facts.ts'
import type { Act, Admission, Gate, Judgement } from './gate.ts'
import { GivenAnswers } from './given-answers.ts'
import { GivenUpDocuments } from './given-up-documents.ts'
import { startsByDocument } from './shown-files.ts'
import { fileKeeping } from './kept-notes.ts'
import { TouchedDocuments } from './touched-documents.ts'
import { examine, judge, type Policy } from './policy.ts'
import { covers, createMemoryRules, type StandingRules } from './standing-rules.ts'
import { OpenedFolders } from './opened-folders.ts'
import { OwnWork } from './own-work.ts'
import type { Places } from './places.ts'
import {
  overwritten,
  readPlaces,
  replacedByCommand,
  replacedByTool,
  savedFiles,
  writtenPlaces,
} from './reach.ts'
import { createSurroundings, type Surroundings } from './surroundings.ts'
import { readsForeign } from './taint.ts'
import { TypedLines } from './typed-lines.ts'
import { controlWords } from './words.ts'

export interface GateOptions {
  /** `safety` of the configuration. */
  policy: Config['safety']
  /** Categories of `--yes-to`. An act that would ask is allowed; a refused act stays refused. */
  yesTo?: ReadonlySet<SafetyCategory>
  interactor: Interactor
  rules?: StandingRules
  runId: string
  /** The places of the machine. Without them, only the person's home is known. */
  places?: Places
  /** Where programs of the desktop keep their data. */
  dataFolders?: readonly string[]
  /** The person's words so far: the requests of the session, and the answers. */
  requests?: () => readonly string[]
  /** Plain commands, which are carried out as written, without a model, whoever wrote them. */
  commands?: () => readonly string[]
  /** Whether another has written the commands, as in a plan that is not the person's. */
  commandsOfOthers?: boolean
  /** Tells what labels are called in English, where the interface is in another language. */
  labels?: Pick<LabelsInEnglish, 'see' | 'of' | 'language'>
  /** Called where a rule of the person could not be saved. The act itself is allowed anyway. */
  warn?: (message: string) => void
  now?: () => number
}

/** The languages whose harmful words the rules know; `''` is English. */
const WELL_KNOWN = /^(?:$|zh)/

/**
 * An approval is for the act of the question, and the next act needs another question, unless the person has given a rule with
 * the approval. Nothing else of an answer is kept.
 */
export function createGate(options: GateOptions): Gate {
  const { rules = createMemoryRules(), now = Date.now } = options
  let tainted = false
  const lines = new TypedLines()
  const requestsSoFar = () => options.requests?.().length ?? 0
  const own = new OwnWork(requestsSoFar)
  const touched = new TouchedDocuments()
  const opened = new OpenedFolders()
  const givenUp = new GivenUpDocuments({
    isOfPerson: (path) => around.isOfPerson(path),
    fileShownAs: (title) => opened.fileShownAs(title),
    fileKeeping: (process, text) => fileKeeping(process, text, options.dataFolders ?? []),
  })
  const around: Surroundings = createSurroundings({
    places: options.places,
    requests: options.requests,
    commands: options.commands,
    commandsOfOthers: options.commandsOfOthers,
    english: (process, label) => options.labels?.of(process, label) ?? [],
    speaksOther: !WELL_KNOWN.test(options.labels?.language ?? ''),
    tainted: () => tainted,
    isOwnWork: (path) => own.has(path),
    givenUp,
    touched,
    filesCalled: (name) => opened.filesCalled(name),
    typedBefore: (facts) => lines.before(facts),
    typedElsewhere: (facts) => lines.elsewhere(facts),
    typedUnasked: (facts) => lines.unasked(facts),
    since: now(),
  })
  const given = new GivenAnswers()
  const policy: Policy = {
    categories: options.policy.categories,
    refused_applications: options.policy.refused_applications,
    yesTo: options.yesTo ?? new Set(),
    around,
    covered: (category, facts) => {
      const application = facts.act.target.window?.process_name ?? ''
      return covers(rules.list(), category, coverageFor(facts, [category]) ?? { application }, options.runId)
    },
  }
  return {
    prepare,
    judge: (act) => judge(act, policy),
    async admit(act, run) {
      await prepare(act)
      const { judgement, asked, facts } = examine(act, policy)
      const admission = await decide(act, judgement, asked, facts, run)
      if (!admission.admitted) return admission
      const isUnasked = tainted && admission.user_confirm === null
      lines.add(facts, isUnasked)
      if (isUnasked && pastes(facts)) lines.addPasted(facts)
      const mayReplace = judgement.categories.includes('overwrite')
      for (const path of savedFiles(facts)) own.add(path, now(), mayReplace)
      givenUp.add(facts, mayReplace)
      opened.add(facts)
      touched.add(facts, admission.user_confirm === 'yes' && startsByDocument(facts))
      return admission
    },
  }

  async function prepare({ target }: Act): Promise<void> {
    if (target.window) await options.labels?.see(target.window)
  }

  /** Whether a text stands where the act is aimed at that the person has not written, before the run has put anything there. */
  function findsForeign(facts: Facts): boolean {
    const text = facts.gesture === 'observe' ? null : givenUp.foundText(facts)
    return text !== null && !around.isWritten(text.trim())
  }

  async function decide(
    act: Act,
    judgement: Judgement,
    asked: SafetyCategory[],
    facts: Facts,
    run: RunControl,
  ): Promise<Admission> {
    // What this act reads counts from the next act on. A refused act counts as well, because its target has been shown.
    tainted ||= readsForeign(act) || findsForeign(facts)
    given.hear(requestsSoFar())
    if (judgement.decision !== 'ask') {
      // If a standing permission allows replacing a file, it also answers the application's own question about it. After any other act, the
      // permission ends.
      if (judgement.decision === 'allow' && !LOOKING.has(facts.gesture))
        given.keep(facts, isOwnReplaced(facts) ? ['overwrite'] : judgement.categories, true)
      return { ...judgement, admitted: judgement.decision === 'allow', user_confirm: null }
    }
    if (given.refuses(facts, asked)) {
      return settled(judgement, 'refuse', 'refused before', 'The person has refused this before.')
    }
    if (given.confirms(facts, asked)) {
      return settled(judgement, 'allow', 'the same file', 'The person has allowed to replace this file.')
    }
    if (given.leaves(facts, asked)) {
      return settled(
        judgement,
        'allow',
        'the same work',
        'The person has allowed to leave this work unsaved.',
      )
    }
    const coverage = asked.some((category) => ALWAYS_ASKED.has(category)) ? null : coverageFor(facts, asked)
    // The model's own wish to confirm is no category, so no rule removes it.
    const held = asked.length === 0 ? null : coverage
    const consequence = consequenceOf(facts, asked, now())
    const admission = await ask(
      { act, judgement, asked, consequence, coverage: held },
      options.interactor,
      run,
    )
    if (admission.admitted && reachedBy(examine(act, policy).facts) !== reachedBy(facts)) {
      const reason = 'What lies there has changed while the person was asked.'
      return settled(judgement, 'refuse', 'changed since the question', reason)
    }
    given.keep(facts, asked, admission.admitted)
    if (admission.scope === 'once' || held === null || !admission.admitted) return admission
    // Where the window reports no controls, the rule covers every unknown act in it.
    const action = held.whole_window ? null : held.action
    const rule = { ...held, action, run: admission.scope === 'run' ? options.runId : null, since: now() }
    try {
      for (const category of asked) await rules.add({ ...rule, category })
    } catch (error) {
      options.warn?.(`The permission holds once only: ${messageOf(error)}`)
    }
    return admission
  }
}

/** Whether the act replaces a file that the run itself has saved: the application may still ask about it. */
const isOwnReplaced = (facts: Facts): boolean =>
  facts.act.target.overwrites !== null && overwritten(facts) === null

/** Decides without a word from the person, or against it. */
const settled = (
  judgement: Judgement,
  decision: 'allow' | 'refuse',
  rule: string,
  reason: string,
): Admission => ({
  ...judgement,
  decision,
  rule,
  reason,
  admitted: decision === 'allow',
  user_confirm: null,
})

/** Writes down what an act reaches, behind links: a link may be turned, or a file appear, while a question is open. */
function reachedBy(facts: Facts): string {
  const written = writtenPlaces(facts)
  const guarded = [...written, ...readPlaces(facts)].filter(
    ({ own, startsPrograms, secret }) => (own ?? startsPrograms ?? secret) !== null,
  )
  // Wildcards of a command may meet more ordinary files any time; a tool for files or documents names each one.
  const named = facts.gesture === 'files' ? [written, replacedByTool(facts)] : null
  return JSON.stringify([guarded, named, replacedByCommand(facts)])
}

/** Gestures that may lie between an act and the application's question about it. */
const LOOKING: ReadonlySet<Facts['gesture']> = new Set(['observe', 'go to window'])

/** Gives the target of the act. For a command it gives every character, because a sentence would be cut. */
function controlText(act: Act): string {
  return wholeText(act).replace(
    HIDDEN,
    (sign) => `⟨U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  )
}

/** Signs that are not seen, or change the order of what is shown: a command could look like another one. */
const HIDDEN = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[^\P{Cc}\t\n\r]/gu

function wholeText({ target, parameters, tool }: Act): string {
  const typed = target.control?.role === 'password' ? null : (parameters.text ?? parameters.keys)
  if (target.terminal && tool.tool_name !== 'launch_application' && typeof typed === 'string') return typed
  return target.text ?? (target.control || target.point ? controlWords(target, '') : '')
}

interface Asked {
  act: Act
  judgement: Judgement
  /** The categories for which the person has to be asked; empty where only the model wants it. */
  asked: readonly SafetyCategory[]
  consequence: SensitiveStep['consequence']
  coverage: SensitiveStep['coverage']
}

async function ask(
  { act, judgement, asked, consequence, coverage }: Asked,
  interactor: Interactor,
  run: RunControl,
): Promise<Admission & { scope: Scope }> {
  const { target } = act
  await run.checkpoint()
  using _hold = run.hold()
  const { answer, by } = await run.race(
    interactor.sensitiveStepAsker(
      {
        call_id: act.call_id,
        tool_name: act.tool.tool_name,
        action: act.words,
        consequence,
        control_text: controlText(act),
        categories: judgement.categories,
        reason: judgement.reason,
        rule: judgement.rule,
        target: {
          kind: target.kind,
          application: target.window?.application ?? null,
          window: target.window?.title ?? null,
          role: target.control?.role ?? null,
          name: target.control?.name ?? null,
          bounds: target.control?.bounds ?? target.window?.bounds ?? null,
          point: target.point,
        },
        scopes: coverage ? ['once', 'run', ...(coverage.whole_window ? [] : ['always' as const])] : ['once'],
        coverage,
      },
      run,
    ),
  )
  if (by === 'nobody') {
    const kinds = asked.length === 0 ? '' : ` Category: ${asked.join(', ')}`
    const permission =
      asked.length === 0 ? '' : `, or in a terminal with ${asked.map((each) => `--yes-to ${each}`).join(' ')}`
    throw new StoppedError(
      'unanswered',
      `${act.words}: nobody is there to allow it (${judgement.reason}${kinds}). ` +
        `Run it where it can be asked${permission}.`,
    )
  }
  const { allow, scope, why } = answer
  if (allow) return { ...judgement, admitted: true, user_confirm: 'yes', scope }
  return { ...judgement, admitted: false, user_confirm: 'no', why, scope: 'once' }
}
