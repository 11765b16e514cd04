// The environment of programs that a built-in server starts: the desktop's, without the keys of model services.
import { personVariables, pickVariables } from '../core/system.ts'

const SECRET_NAME = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL/i

/** What is inherited is a short list; what the desktop sets comes on top. */
export function childEnvironment(desktop: Record<string, string>): Record<string, string> {
  const all = { ...pickVariables(process.env, personVariables()), ...desktop }
  return Object.fromEntries(Object.entries(all).filter(([name]) => !SECRET_NAME.test(name)))
}
