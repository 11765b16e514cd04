import { describe, expect, it } from 'vitest'
import type { Observation } from '../../core/desktop.ts'
import { ToolError } from '../../core/errors.ts'
import { RunControl } from '../../core/run-control.ts'
import { testControl, testWindow } from '../../core/testing/desktop.ts'
import type { TextPlace } from '../../core/text-place.ts'
import type { Intent } from '../worker/agent-api.ts'
import { screenPoint } from '../../core/geometry.ts'
import type { FindTexts } from './tree-text.ts'
import { SourcedGrounding, treeSource, type GroundingSource } from './grounding.ts'

const run = new RunControl()
const window = testWindow({ title: 'Letter' })
const page = testControl('7', 'Page', {
  role: 'document',
  bounds: { x: 100, y: 50, width: 200, height: 100 },
})
const observation: Observation = { windows: [window], window, controls: [page], picture: null, limited: null }
const at = (order: number, start: number, end: number, more: Partial<TextPlace> = {}): TextPlace => ({
  control: { id: '7', name: 'Page', role: 'document' },
  order,
  start,
  end,
  text: '',
  context: `at ${order}.${start}`,
  first: { x: 100 + start * 8, y: 50 + order * 20, width: 8, height: 16 },
  last: { x: 100 + (end - 1) * 8, y: 50 + order * 20, width: 8, height: 16 },
  ...more,
}) // prettier-ignore
const telling =
  (places: Record<string, TextPlace[]>): FindTexts =>
  (text) =>
    Promise.resolve({ places: places[text] ?? [], count: places[text]?.length ?? 0, limited: null })
const intent: Intent = {
  type: 'HighlightTextSpan',
  fields: { starting_phrase: 'Dear', ending_phrase: 'Sir' },
  wanted: [
    { field: 'start', description: 'Dear', by: 'first word' },
    { field: 'end', description: 'Sir', by: 'last word' },
  ],
}
/** Stands for the picture. */
const seen: GroundingSource = {
  find: ({ field }) => Promise.resolve({ point: screenPoint(field === 'start' ? 1 : 2, 3), control: null }),
}
const ground = (findTexts?: FindTexts) =>
  new SourcedGrounding([treeSource, seen]).ground(intent, observation, run, findTexts)

describe('a span of text', () => {
  it('goes from before the first character to behind the last one, where the tree tells them', async () => {
    const { action, span } = await ground(telling({ Dear: [at(0, 2, 6)], Sir: [at(0, 7, 10)] }))
    expect(action).toMatchObject({ type: 'HighlightTextSpan', start: [116, 58], end: [180, 58] })
    expect(span).toEqual({ starting_phrase: 'Dear', ending_phrase: 'Sir', control: { id: '7', name: 'Page', role: 'document' } })
  }) // prettier-ignore

  it('ends with the one place behind its beginning', async () => {
    const places = { Dear: [at(1, 2, 6)], Sir: [at(0, 0, 3), at(1, 0, 3), at(2, 4, 7)] }
    expect((await ground(telling(places))).action).toMatchObject({ start: [116, 78], end: [156, 98] })
  })

  it('that is no one text is dragged over, unless the places of its ends are not told', async () => {
    const over = { Dear: [at(0, 2, 6)], Sir: [at(1, 0, 3)] }
    const dragged = await ground(telling(over))
    expect(dragged.span).toBeUndefined()
    expect(dragged.action).toMatchObject({ start: [116, 58], end: [124, 78] })
    const other = { control: { id: '8', name: '', role: 'text' as const }, last: null }
    const { span } = await ground(telling({ ...over, Sir: [at(1, 0, 3, other)] }))
    expect(span).toMatchObject({ starting_phrase: 'Dear', control: null })
  })

  it('is shown in the middle of its control where the place of characters is not told', async () => {
    const hidden = { first: null, last: null }
    const { action } = await ground(telling({ Dear: [at(0, 2, 6, hidden)], Sir: [at(0, 7, 10, hidden)] }))
    expect(action).toMatchObject({ start: [200, 100], end: [200, 100] })
  })

  it('that stands there more than once is said with what is around it', async () => {
    const twice = ground(telling({ Dear: [at(0, 2, 6), at(1, 2, 6)], Sir: [] }))
    await expect(twice).rejects.toThrow('2 times: “at 0.2”; “at 1.2”')
    const ends = ground(telling({ Dear: [at(0, 2, 6)], Sir: [at(1, 2, 6), at(2, 2, 6)] }))
    await expect(ends).rejects.toThrow('“Sir” stands there 2 times')
  })

  it.each<[string, FindTexts | undefined]>([
    ['that the tree does not have', telling({ Dear: [at(0, 2, 6)] })],
    ['on a desktop that can’t be asked', () => Promise.reject(new ToolError('There is no tool find_text.'))],
    ['without anyone to ask', undefined],
  ])('%s is looked for on the picture', async (_, findTexts) => {
    const { action, span } = await ground(findTexts)
    expect(action).toMatchObject({ start: [1, 3], end: [2, 3] })
    expect(span).toBeUndefined()
  })
})
