import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Observation } from '../../core/desktop.ts'
import { silentLogger } from '../../core/logger.ts'
import { RunControl } from '../../core/run-control.ts'
import { testControl, testWindow } from '../../core/testing/desktop.ts'
import { createOfflineModel } from '../../interpreter/offline-model.ts'
import { createGrounding } from './create-grounding.ts'
import { parseWorkerPlan } from '../worker/reply.ts'

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="100%" height="100%" fill="#222"/>
<g font-family="DejaVu Sans" font-size="13" fill="#eee"><text x="40" y="60">Play</text><text x="40" y="120">Chapter 42</text><text x="40" y="200">Stop at once</text></g></svg>`

/** A window whose tree has one button only; the rest is painted. No model is set up. */
async function observed(): Promise<Observation> {
  const window = testWindow({ bounds: { x: 100, y: 50, width: 400, height: 300 } })
  const data = await sharp(Buffer.from(SVG)).png().toBuffer()
  const picture = { data: data.toString('base64'), width: 400, height: 300, bounds: window.bounds }
  const listed = testControl('1', 'Play', { bounds: { x: 300, y: 300, width: 40, height: 20 } })
  return { windows: [window], window, controls: [listed], picture, limited: null }
}

it(
  'finds by the tree what is in it, by the picture what is not, and both ends of a text',
  { timeout: 60_000 },
  async () => {
    const model = createOfflineModel()
    await using grounding = createGrounding({
      model,
      pictureSize: 1280,
      env: process.env,
      logger: () => silentLogger,
    })
    const observation = await observed()
    const run = new RunControl()
    const ground = (call: string) =>
      grounding.ground(parseWorkerPlan(`\`\`\`\n${call}\n\`\`\``).intent, observation, run)

    const play = await ground('agent.click("the Play button")')
    expect(play).toMatchObject({ action: { xy: [320, 310] }, targets: { xy: { id: '1' } } })

    const stop = await ground('agent.click("the \\"Stop at once\\" label")')
    expect(stop.targets).toEqual({})
    const [x, y] = stop.action.type === 'Click' ? stop.action.xy : [0, 0]
    expect(Math.abs(x - 182)).toBeLessThan(12)
    expect(Math.abs(y - 246)).toBeLessThan(6)

    const span = await ground('agent.highlight_text_span("Chapter", "42")')
    if (span.action.type !== 'HighlightTextSpan') throw new Error(span.action.type)
    expect(Math.abs(span.action.start[0] - 140)).toBeLessThan(5)
    expect(span.action.end[0]).toBeGreaterThan(span.action.start[0] + 50)
    expect(Math.abs(span.action.end[1] - 166)).toBeLessThan(6)
  },
)
