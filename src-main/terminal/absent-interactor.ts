// Nobody is there (`--json`, pipes): nothing waits. Harmless questions take their default, any other one has no answer.
import { NO_PERMISSION, type Answer, type Interactor } from '../core/interactor.ts'

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

export const absentInteractor: Interactor = {
  firstRequest: () => Promise.resolve<Answer<null>>({ answer: null, by: 'nobody' }),
  newRequest: () => Promise.resolve({ answer: { request: '', complete: true }, by: 'default' }),
  experienceAsker: () => Promise.resolve({ answer: false, by: 'default' }),
  questionAsker: () => Promise.resolve({ answer: '', by: 'nobody' }),
  sensitiveStepAsker: () => Promise.resolve({ answer: NO_PERMISSION, by: 'nobody' }),
}
