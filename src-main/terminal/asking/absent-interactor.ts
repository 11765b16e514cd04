// Nobody is at the terminal (`--json`, pipes), but requests may wait.
import { absentInteractor, type Interactor } from '../../core/interactor.ts'

/** Nobody is there, and these requests are carried out one after the other. */
export function queueInteractor(requests: string[]): Interactor & { readonly waiting: readonly string[] } {
  return {
    ...absentInteractor,
    get waiting() {
      return requests
    },
    newRequest: () => {
      const request = requests.shift()
      return Promise.resolve({
        answer: { request: request ?? '', complete: request === undefined },
        by: 'default',
      })
    },
  }
}
