// Handles secrets that a plan types: they are in no file, and a person is asked for each when its act comes.
import { StoppedError } from '../core/errors.ts'
import type { Interactor } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'
import { maskedModel } from '../models/masked-model.ts'
import type { Model } from '../models/model.ts'
import { TypedPasswords } from '../recorder/passwords.ts'
import { valueNames, type PlannedAct } from './plan-file.ts'

/** Wraps a model so that it gets none of these texts, neither in the history nor in the content of controls. */
export function withoutSecrets(model: Model, secrets: readonly string[]): Model {
  const typed = new TypedPasswords()
  for (const secret of secrets) typed.add(secret)
  return maskedModel(model, { mask: (value) => typed.mask(value), unmask: (value) => value })
}

/** Returns the values, with the secrets that the act needs. Throws StoppedError where nobody is present to give one. */
export async function askSecrets(
  act: PlannedAct,
  values: Record<string, string | null>,
  interactor: Interactor,
  run: RunControl,
): Promise<Record<string, string | null>> {
  const given = { ...values }
  for (const name of valueNames(act.parameters)) {
    if (given[name] !== null) continue
    const { target } = act
    const where = target
      ? ` into “${target.name || (target.label ?? target.role)}” of “${target.window}”`
      : ''
    const question = `The plan types a secret${where}: what is “${name}”?`
    const { answer, by } = await interactor.secretAsker(question, run)
    if (by === 'nobody') {
      throw new StoppedError(
        'unanswered',
        `Nobody is there to give the secret “${name}” that the plan types.`,
      )
    }
    given[name] = answer
  }
  return given
}
