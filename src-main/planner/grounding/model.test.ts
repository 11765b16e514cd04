import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Observation, Picture } from '../../core/desktop.ts'
import { ModelError } from '../../core/errors.ts'
import { RunControl } from '../../core/run-control.ts'
import type { ToolInput } from '../../models/input.ts'
import type { Model, ModelReply, ModelRequest } from '../../models/model.ts'
import { GroundFault } from './fault.ts'
import { ModelSource, type GroundingModelOptions } from './model.ts'
import { SourcedGrounding, treeSource, type GroundingSource } from './grounding.ts'
import { parseWorkerPlan } from '../worker/reply.ts'

/** The picture has half as many pixels as the part of the screen that it shows, which does not begin at 0, 0. */
async function observed(width = 700, height = 500): Promise<Observation> {
  const data = await sharp({ create: { width, height, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  const bounds = { x: 100, y: 50, width: width * 2, height: height * 2 }
  const picture = { data: data.toString('base64'), width, height, bounds }
  return { windows: [], window: null, controls: [], picture, limited: null }
}

/** Answers as a model with these replies would: one repair turn, then ModelError. */
class SaidModel implements Model {
  readonly sent: Picture[] = []
  readonly inputs: ToolInput[] = []
  readonly #name: string
  readonly #replies: string[]
  constructor(name: string, replies: string[]) {
    this.#name = name
    this.#replies = replies
  }
  ask<T>({ input, schema }: ModelRequest<T>): Promise<ModelReply<T>> {
    if (input.kind !== 'tool') throw new Error('not a tool')
    this.inputs.push(input)
    this.sent.push(...input.pictures.map(({ picture }) => picture))
    for (const reply of this.#replies) {
      const parsed = schema.safeParse(reply)
      if (!parsed.success) continue
      const usage = { input_tokens: 1, output_tokens: 1, cached_tokens: 0, cost: null }
      return Promise.resolve({
        reply: parsed.data,
        provider: '',
        model: '',
        usage,
        attempts: 1,
        prompt: null,
      })
    }
    return Promise.reject(new ModelError('not usable'))
  }
  embed(): never {
    throw new Error('not asked')
  }
  nameOf = () => this.#name
  wantsPictures = () => true
}

const run = new RunControl()
const wanted = { field: 'xy', description: 'the blue cat', by: 'element' } as const
async function pointBy(name: string, reply: string, options: Partial<GroundingModelOptions> = {}) {
  const model = new SaidModel(name, [reply])
  const source = new ModelSource(model, { pictureSize: 350, ...options })
  const { point } = await source.find(wanted, await observed(), run)
  return { point, sent: model.sent.map(({ width, height }) => [width, height]) }
}

describe('a point of a model is scaled from the space of its kind of model to the screen', () => {
  it.each<[string, string, [number, number], [number, number]]>([
    // Thousandths of the picture, which shows 1400 × 1000 pixels from 100, 50 on.
    ['doubao/doubao-1-5-ui-tars-250428', '<point>500 500</point>', [800, 550], [350, 250]],
    ['vllm/UI-TARS-72B-DPO', '(0,0)', [100, 50], [350, 250]],
    ['qwen/qwen3-vl-plus', '{"point_2d": [250, 100]}', [450, 150], [350, 250]],
    // Pixels of the picture as it was sent.
    ['openai/gpt-5.5', '(175, 125)', [800, 550], [350, 250]],
    // Pixels of a picture with sides that are multiples of 28: 336 × 224.
    ['vllm/UI-TARS-1.5-7B', '(168, 112)', [800, 550], [336, 224]],
    ['ollama/qwen2.5-vl:7b', '<box>0,0,336,224</box>', [800, 550], [336, 224]],
    // Fractions are of the picture, whatever the space.
    ['openai/gpt-5.5', '(0.5, 0.25)', [800, 300], [350, 250]],
    // The far edge is the last pixel, not the one behind it.
    ['gemini/gemini-3.6-flash', '(1000, 1000)', [1499, 1049], [350, 250]],
  ])('%s: %s', async (name, reply, [x, y], size) => {
    expect(await pointBy(name, reply)).toEqual({ point: { x, y }, sent: [size] })
  })

  it('or from the space that is set', async () => {
    expect((await pointBy('openai/other', '(500, 500)', { space: 'thousandths' })).point).toEqual({
      x: 800,
      y: 550,
    })
    expect((await pointBy('doubao/x-ui-tars', '(175, 125)', { space: 'pixels' })).point).toEqual({
      x: 800,
      y: 550,
    })
  })
})

describe('what is no point of the picture is refused, never clicked', () => {
  it.each([
    ['(-20, 100)', 'gave no point'],
    ['(400, 100)', 'gave no point'],
    ['Error: LLM call failed after 3 tries', 'gave no point'],
    ['none', 'was not found on the picture'],
  ])('%s', async (reply, why) => {
    await expect(pointBy('openai/gpt-5.5', reply)).rejects.toThrow(why)
  })

  it('asks no model where none is set up', async () => {
    await expect(pointBy('offline', '(1, 1)')).rejects.toThrow('No grounding model is set up')
  })
})

describe('sources are tried in order', () => {
  const click = parseWorkerPlan('```\nagent.click("the blue cat")\n```').intent
  const at = (x: number, y: number): GroundingSource => ({
    find: () => Promise.resolve({ point: { x, y } as never, control: null }),
  })
  const fails = (message: string, ambiguous = false): GroundingSource => ({
    find: () => Promise.reject(new GroundFault(message, { ambiguous })),
  })

  it('until one finds it', async () => {
    const grounding = new SourcedGrounding([treeSource, at(7.4, 8.6)])
    expect(await grounding.ground(click, await observed(), run)).toMatchObject({
      action: { type: 'Click', xy: [7, 9] },
      targets: {},
    })
  })

  it('but what is ambiguous is looked for no further', async () => {
    const grounding = new SourcedGrounding([fails('two of them', true), at(1, 1)])
    await expect(grounding.ground(click, await observed(), run)).rejects.toThrow('two of them')
  })

  it('and each says why it did not find it', async () => {
    const grounding = new SourcedGrounding([fails('Not in the tree.'), fails('Not on the picture.')])
    await expect(grounding.ground(click, await observed(), run)).rejects.toThrow(
      'Not in the tree. Not on the picture.',
    )
  })
})
