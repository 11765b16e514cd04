// Builds the surroundings of a session in a test: a model that gives the replies of a script, a desktop of data, a folder of its
// own.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { configSchema, type SystemConfig } from '../../../src-preload/contract/config.ts'
import {
  aControl,
  appReply,
  aWindow,
  hostReply,
  MemoryJournal,
  PIXEL,
  ScriptedDesktop,
  ScriptedModel,
  type Script,
} from '../../agents/testing/scripted.ts'
import { VirtualClock } from '../../core/clock.ts'
import { GlobalState } from '../../core/global-state.ts'
import { NO_PERMISSION, type Interactor } from '../../core/interactor.ts'
import { silentLogger } from '../../core/logger.ts'
import { drawExperience } from '../../memory/experience.ts'
import type { NewMemory } from '../../memory/record.ts'
import type { EvaluationReply } from '../../models/replies.ts'
import { RunFolder } from '../../recorder/run-folder.ts'
import type { SessionDependencies } from '../dependencies.ts'
import { RecordedInteractor } from '../recorded-interactor.ts'
import { SessionFactory } from '../session-factory.ts'

/** Makes a person with these further requests, who says yes to remembering. */
export const person = (...requests: string[]): Interactor => ({
  firstRequest: () => Promise.resolve({ answer: requests.shift() ?? null, by: 'person' }),
  newRequest: () => {
    const request = requests.shift()
    return Promise.resolve({
      answer: { request: request ?? '', complete: request === undefined },
      by: 'person',
    })
  },
  experienceAsker: () => Promise.resolve({ answer: true, by: 'person' }),
  questionAsker: () => Promise.resolve({ answer: '', by: 'nobody' }),
  secretAsker: () => Promise.resolve({ answer: '', by: 'nobody' }),
  sensitiveStepAsker: () => Promise.resolve({ answer: NO_PERMISSION, by: 'nobody' }),
})

export const verdict = {
  reason: 'done',
  sub_scores: [],
  quality: { evaluation: 'yes' as const, reason: 'each act was right' },
  efficiency: null,
  complete: 'yes' as const,
  cost: 0,
}

export const select = { function: 'select_application_window', arguments: { id: '1', name: 'Calculator' } }
export const FINISH = hostReply('FINISH', { result: '42' })
/** The host chooses, assigns, and the application's agent clicks and finishes. */
export const oneRequest: Script[] = [
  hostReply('CONTINUE', select),
  hostReply('ASSIGN', { current_subtask: 'press 7' }),
  appReply('FINISH', [['click_input', { id: '7', name: '7' }]]),
  FINISH,
]

export interface World {
  scripts: Script[]
  system?: Partial<SystemConfig>
  interactor?: Interactor
  evaluate?: () => Promise<EvaluationReply & { cost: number | null }>
}

/** Makes a session’s surroundings in a folder of the test. */
export async function worldIn(
  home: string,
  { scripts, system = {}, interactor = person(), evaluate }: World,
) {
  const folder = await RunFolder.create(home, 'test')
  const journal = new MemoryJournal()
  const desktop = new ScriptedDesktop(journal)
  desktop.windows = [aWindow('1', 'Calculator')]
  desktop.controls = [aControl('7', '7')]
  desktop.acts = {
    capture_window_screenshot: () => ({ result: PIXEL }),
    get_ui_tree: () => ({
      result: { root: { control_type: 'window', name: 'Calc & “more”', children: [] } },
    }),
  }
  const config = configSchema.parse({
    system: { save_experience: 'always_not', save_ui_tree: false, ...system },
  })
  const model = new ScriptedModel(...scripts)
  const recorded = new RecordedInteractor(interactor, journal)
  const evaluations: string[] = []
  const remembered: NewMemory[] = []
  /** The verdict that the run's memories got at its end, each time. */
  const settled: (string | null)[] = []
  const dependencies: SessionDependencies = {
    runId: 'test',
    config,
    folder,
    state: await GlobalState.open(folder.statePath),
    sink: journal,
    interactor: recorded,
    dispatcher: desktop,
    agents: {
      model,
      sink: journal,
      interactor: recorded,
      config,
      clock: new VirtualClock(),
      saveFile: (name, data) => folder.saveFile(name, data),
      os: 'Linux',
    },
    logger: silentLogger,
    hasExperience: () => true,
    settleMemories: (_context, judged) => void settled.push(judged?.complete ?? null),
    saveAnswers: () => Promise.resolve(0),
    saveExperience: (context, judged) => {
      const drawn = drawExperience({ context, run: 'test', mask: (value) => value, verdict: judged })
      remembered.push(...drawn.map(({ memory }) => memory))
      return Promise.resolve(1)
    },
    saveMarkdown: () => folder.saveFile('output.md', '# done\n'),
    evaluate: (what) => {
      evaluations.push(what.request)
      return evaluate ? evaluate() : Promise.resolve(verdict)
    },
  }
  const factory = new SessionFactory(dependencies)
  return { dependencies, journal, desktop, folder, evaluations, remembered, settled, model, factory }
}

/** Gives each test of a file a folder of its own. Call it at the top of the file; it returns a function that makes the surroundings. */
export function useWorld(): (wishes: World) => ReturnType<typeof worldIn> {
  let home = ''
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'session-'))
  })
  afterEach(() => rm(home, { recursive: true, force: true }))
  return (wishes) => worldIn(home, wishes)
}
