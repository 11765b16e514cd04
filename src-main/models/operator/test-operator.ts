// Finds out by a real call whether a computer-use model works: it has to click on a word that is drawn somewhere.
import sharp from 'sharp'
import type { ModelTest } from '../../../src-preload/contract/calls/settings.ts'
import type { ModelConfig } from '../../../src-preload/contract/config.ts'
import { contains, screenRect } from '../../core/geometry.ts'
import { silentLogger } from '../../core/logger.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { Secrets } from '../../core/secrets.ts'
import type { OperatorInput } from '../input.ts'
import { promptPath, readPrompt } from '../render/prompts.ts'
import { Service } from '../service.ts'
import { drawWord } from '../test-picture.ts'
import { OperatorModel, toolOfModel } from './operator-model.ts'
import { operatorReplySchema } from './reply.ts'

/** True for models that answer only the Responses API, so that they can't be tested as others are. */
export const isOperatorAlone = ({ model_name }: Pick<ModelConfig, 'model_name'>): boolean =>
  toolOfModel(model_name, 'auto') === 'computer_use_preview'

const SCREEN = { width: 1024, height: 768 }

/** Fills in its findings; these models are not asked for JSON. Throws as any call does. */
export async function testOperator(
  config: ModelConfig,
  { secrets, random }: { secrets: Secrets; random: () => number },
  run: RunControl,
  result: ModelTest,
): Promise<void> {
  const service = new Service({ role: 'operator', config, prices: {}, secrets, logger: silentLogger })
  const promptOf = () => readPrompt(promptPath('operator'))
  const model = new OperatorModel({ service, historySteps: 1, promptOf, tool: 'auto', space: 'auto' })
  const { word, png, box } = await run.race(drawScreen(random))
  const bounds = screenRect({ x: 0, y: 0, ...SCREEN })
  const request = `Click once on the word ${word}.`
  const input: OperatorInput = {
    kind: 'operator',
    request,
    subtask: request,
    host_message: [],
    history: [],
    plan: [],
    blackboard: { questions: [], requests: [], outcomes: [], acts: [] },
    pictures: [{ label: 'clean', picture: { data: png.toString('base64'), ...SCREEN, bounds } }],
    tools: [],
    os: 'linux',
    previous_subtasks: [],
    thread: null,
    done: [],
    notes: [],
  }
  const begun = run.clock.elapsed()
  const { reply } = await model.ask({ role: 'operator', input, schema: operatorReplySchema }, run)
  result.reachable = true
  result.text = true
  result.ms = Math.round(run.clock.elapsed() - begun)
  result.picture = reply.actions.some((act) => act.type === 'click' && contains(box, act.point))
}

/** Draws the word somewhere on an empty screen. */
async function drawScreen(random: () => number) {
  const { word, png } = await drawWord(random)
  const { width, height } = await sharp(png).metadata()
  const left = Math.floor(random() * (SCREEN.width - width))
  const top = Math.floor(random() * (SCREEN.height - height))
  const screen = sharp({ create: { ...SCREEN, channels: 3, background: '#fff' } })
  const drawn = await screen
    .composite([{ input: png, left, top }])
    .png()
    .toBuffer()
  return { word, png: drawn, box: { x: left, y: top, width, height } }
}
