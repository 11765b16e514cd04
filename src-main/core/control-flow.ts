// Provides two helpers that turn a habit into a written decision.

/** Ends a switch that handles every member of a union: a new member does not compile. */
export function missingCaseError(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}

/** Lets a promise run without waiting for it, on purpose. Its failure goes to `onError`, never to the process. */
export function drop(promise: Promise<unknown>, onError: (error: unknown) => void = () => {}): void {
  promise.catch(onError)
}
