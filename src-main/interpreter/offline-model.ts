// Implements `offline`, which carries out plain commands without a model. It is no AI: a fixed grammar, fixed rules, the same
// reply to the same input. It takes the input that a model takes and gives replies that a model could give.
import { homedir } from 'node:os'
import { missingCaseError } from '../core/control-flow.ts'
import { ModelError } from '../core/errors.ts'
import type { ModelInput } from '../models/input.ts'
import type { Model, Role } from '../models/model.ts'
import { cataloguesFor } from '../matching/catalogues.ts'
import { judgeRun } from './evaluation.ts'
import { appSays, hostSays, linuxSays, type Place } from './replies.ts'

export interface OfflineOptions {
  /** The home folder for `~` in paths; that of this process unless given. */
  home?: string
}

/** Costs nothing, sends nothing, needs no key. Refuses roles of the strategies `planner` and `operator` by name. */
export function createOfflineModel(options: OfflineOptions = {}): Model {
  const home = options.home ?? homedir()
  const catalogues = cataloguesFor(process.env)
  return {
    async ask({ role, input, schema }, run) {
      await run.checkpoint()
      const expected = INPUT_OF[role]
      if (expected === undefined || expected !== input.kind) {
        throw new ModelError(
          `The role ${role} needs a model: “offline” carries out plain commands with the strategies host-app and single. ` +
            `Set up a model for ${role}, or choose one of these strategies.`,
        )
      }
      const window = input.kind === 'app' || input.kind === 'linux' ? input.window : null
      const words = await run.race(catalogues.wordsOf(window))
      return {
        reply: schema.parse(replyTo(input, { home, ...words })),
        provider: 'offline',
        model: 'offline',
        usage: { input_tokens: 0, output_tokens: 0, cached_tokens: 0, cost: 0 },
        attempts: 1,
        prompt: {
          note: 'offline: plain commands, no model was asked',
          kind: input.kind,
          request: input.kind === 'tool' ? input.str_input : input.request,
        },
      }
    },
    embed: () =>
      Promise.reject(new ModelError('“offline” has no embeddings. Set up a model for the role embedding.')),
    nameOf: () => 'offline',
    wantsPictures: () => false,
  }
}

const INPUT_OF: Partial<Record<Role, ModelInput['kind']>> = {
  host: 'host',
  app: 'app',
  linux: 'linux',
  evaluation: 'evaluation',
}

function replyTo(input: ModelInput, place: Place): unknown {
  switch (input.kind) {
    case 'host':
      return hostSays(input, place)
    case 'app':
      return appSays(input, place)
    case 'linux':
      return linuxSays(input, place)
    case 'evaluation':
      return judgeRun(input)
    case 'operator':
      throw new ModelError(
        '“offline” looks at no picture. Set up a computer-use model for the role operator.',
      )
    case 'tool':
      throw new ModelError('“offline” answers no tool of the planner. Set up a model for it.')
    default:
      return missingCaseError(input)
  }
}
