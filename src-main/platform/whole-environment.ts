// Makes an environment of variables that all have a value.
import type { Environment } from './operating-system.ts'

export const wholeEnvironment = (env: Environment): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
