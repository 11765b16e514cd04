// Carries out checks where there is no test runner: one line of JSON per check into a file.
import { appendFileSync } from 'node:fs'
import { messageOf } from '../../../core/errors.ts'

export interface Named {
  title: string
}

/** `who` names what is checked, before the title. */
export async function report<T extends Named>(
  file: string,
  who: string,
  checks: readonly T[],
  carryOut: (check: T) => Promise<void>,
): Promise<void> {
  for (const check of checks) {
    const began = performance.now()
    const fault = await carryOut(check).then(
      () => null,
      (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : messageOf(error)),
    )
    const line = { title: `${who} ${check.title}`, ms: Math.round(performance.now() - began), fault }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  }
}

/** Adds a measured figure, which is no check. */
export const reportFigure = (file: string, figure: string): void =>
  appendFileSync(file, `${JSON.stringify({ figure })}\n`)
