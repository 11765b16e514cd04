// Tests the interpreter of plain commands as a model is tested: with one question, and without a picture.
import type { ModelTest } from '../../src-preload/contract/calls/settings.ts'
import type { RunControl } from '../core/run-control.ts'
import type { HostInput } from '../models/input.ts'
import { hostReplySchema } from '../models/replies.ts'
import { createOfflineModel } from './offline-model.ts'

const INPUT: HostInput = {
  kind: 'host',
  request: 'open Mousepad',
  history: [],
  plan: [],
  blackboard: { questions: [], requests: [], outcomes: [], acts: [] },
  pictures: [],
  tools: [],
  os: '',
  windows: [],
  previous_subtasks: [],
}

export async function testOffline(run: RunControl): Promise<ModelTest> {
  const begun = run.clock.elapsed()
  const { reply } = await createOfflineModel().ask(
    { role: 'host', input: INPUT, schema: hostReplySchema },
    run,
  )
  return {
    reachable: true,
    text: JSON.stringify(reply).includes('Mousepad'),
    picture: null,
    json_schema: true,
    ms: Math.round(run.clock.elapsed() - begun),
    error: null,
  }
}
