// Nobody is there (`--json`, pipes): nothing waits. Harmless questions take their default, any other one has no answer.
import { NO_PERMISSION, type Answer, type Interactor } from '../core/interactor.ts'

export const absentInteractor: Interactor = {
  firstRequest: () => Promise.resolve<Answer<null>>({ answer: null, by: 'nobody' }),
  newRequest: () => Promise.resolve({ answer: { request: '', complete: true }, by: 'default' }),
  experienceAsker: () => Promise.resolve({ answer: false, by: 'default' }),
  questionAsker: () => Promise.resolve({ answer: '', by: 'nobody' }),
  sensitiveStepAsker: () => Promise.resolve({ answer: NO_PERMISSION, by: 'nobody' }),
}
