// Sends a request to where it belongs: the open question, the run that goes on, a device, or a new run.
import type { TFunction } from 'i18next'
import type { Config } from '../../src-preload/contract/config.ts'
import type { QuestionView } from '../../src-preload/contract/run-view.ts'
import { ask } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { announce } from '../ui/announcer.tsx'
import { wishedOf, type Wishes } from './drafts.ts'

interface Destination {
  /** The shown run; null for a new request. */
  run: string | null
  /** Whether that run takes a further request. */
  takes: boolean
  /** Its open question. */
  question: QuestionView | null
  wishes: Wishes
  models: Config['models']
}

/** Resolves to whether the request was taken. A refusal is told as the window's fault. */
export async function sendRequest(to: Destination, request: string, t: TFunction): Promise<boolean> {
  const { run, takes, question, wishes, models } = to
  if (run !== null && question?.kind === 'first_request') {
    const answer = { kind: 'first_request' as const, text: request }
    const taken = await ask('answer_question', { run, question: question.question, answer })
    return taken?.accepted === true
  }
  if (run !== null && takes) return (await ask('queue_request', { run, request })) !== null
  const { device, plan } = wishes
  if (device !== null) {
    if ((await ask('send_to_device', { device, request })) === null) return false
    announce(t('devices.sent', { device }))
    navigate('devices')
    return true
  }
  const begun = await ask('start_run', {
    request: plan === null ? request : null,
    ...wishedOf(wishes, models),
  })
  if (begun) navigate('run', begun.run)
  return begun !== null
}
