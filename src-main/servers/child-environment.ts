// Makes the environment of programs that a built-in server starts: the desktop's, without the API keys of model services.
import { personVariables, pickVariables } from '../core/system.ts'

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i

/** Inherits a short list of variables, and adds those of the desktop. */
export function childEnvironment(desktop: Record<string, string>): Record<string, string> {
  const all = { ...pickVariables(process.env, personVariables()), ...desktop }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !SECRET_NAME.test(name)))
}
