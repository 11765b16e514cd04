import sharp from 'sharp'
import { expect, test } from 'vitest'
import { RunControl } from '../../core/run-control.ts'
import { testModel } from '../test-model.ts'
import { ResponsesServer, type ReceivedTurn, type ScriptedTurn } from './testing/responses-server.ts'

const tested = async (reply: (turn: ReceivedTurn) => ScriptedTurn | Promise<ScriptedTurn>) => {
  await using server = await ResponsesServer.start({ reply })
  const model = {
    provider: 'custom',
    model_name: 'computer-use-preview',
    base_url: server.baseUrl,
    api_key_name: null,
    api_key: null,
  }
  return await testModel(model, { secrets: { get: () => Promise.resolve(null) } }, new RunControl())
}

/** The middle of what is dark in a picture. */
async function darkMiddle(png: Buffer) {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  const dark = [...data.keys()].filter((index) => (data[index] ?? 255) < 120)
  const mean = (of: (index: number) => number) =>
    Math.round(dark.reduce((sum, index) => sum + of(index), 0) / dark.length)
  return { x: mean((index) => index % info.width), y: mean((index) => Math.floor(index / info.width)) }
}

test('a computer-use model that clicks on the word has seen it, wherever it is', async () => {
  for (let time = 0; time < 3; time++) {
    const found = await tested(async ({ pictures }) => ({
      act: { type: 'click', button: 'left', ...(await darkMiddle(pictures[0]!)) },
    }))
    expect(found).toMatchObject({
      reachable: true,
      text: true,
      picture: true,
      json_schema: null,
      error: null,
    })
  }
})

test('one that clicks elsewhere, or only talks, has not', async () => {
  expect(await tested(() => ({ act: { type: 'click', button: 'left', x: 0, y: 0 } }))).toMatchObject({
    picture: false,
  })
  expect(await tested(() => ({ say: 'I see it.' }))).toMatchObject({ text: true, picture: false })
})

test('one that is refused says why', async () => {
  expect(await tested(() => ({ status: 401, message: 'bad key' }))).toMatchObject({
    reachable: true,
    text: null,
    error: expect.stringContaining('bad key') as string,
  })
})
