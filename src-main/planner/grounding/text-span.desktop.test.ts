// HighlightTextSpan where there is no tree: the ends of a text are read off the picture, and what is selected is what an X client
// outside Deskhand (xclip) is given.
import { expect, test } from 'vitest'
import { silentLogger } from '../../core/logger.ts'
import { createOfflineModel } from '../../interpreter/offline-model.ts'
import { DrivenDesktop } from '../../servers/desktop/testing/driven-desktop.ts'
import type { Intent } from '../worker/agent-api.ts'
import { createGrounding } from './create-grounding.ts'
import { commandsOf } from '../hardware/commands.ts'
import { textPlacesSchema } from '../../core/text-place.ts'

test('xterm: the words between two phrases are dragged over, from the letter before to the letter behind', async () => {
  await using desktop = await DrivenDesktop.start('span')
  const shown =
    'clear; printf "\\n  the quick brown fox jumps over\\n\\n  another line of text\\n"; sleep 600'
  await desktop.open('xterm', [
    '-fa',
    'DejaVu Sans Mono',
    '-fs',
    '16',
    '-bg',
    'white',
    '-fg',
    'black',
    '-e',
    'sh',
    '-c',
    shown,
  ])
  const model = createOfflineModel()
  await using grounding = createGrounding({
    model,
    pictureSize: 1280,
    env: process.env,
    logger: () => silentLogger,
  })
  const intent: Intent = {
    type: 'HighlightTextSpan',
    fields: { starting_phrase: 'quick brown', ending_phrase: 'jumps' },
    wanted: [
      { field: 'start', description: 'quick brown', by: 'first word' },
      { field: 'end', description: 'jumps', by: 'last word' },
    ],
  }
  const findTexts = async (text: string) => textPlacesSchema.parse(await desktop.get('find_text', { text }))
  const grounded = await desktop.run.until(
    async () => {
      const observation = await desktop.observe({ picture: 'window' })
      const found = await grounding.ground(intent, observation, desktop.run, findTexts).catch(() => null)
      return found && { ...found, observation }
    },
    60_000,
    500,
  )
  expect(grounded?.span).toBeUndefined()
  const [drag] = commandsOf(grounded!.action, grounded!)
  expect(drag?.function).toBe('drag_on_coordinates')
  await desktop.act('drag_on_coordinates', drag!.arguments, 0.2)
  expect(await desktop.witness('xclip', ['-o', '-selection', 'primary'])).toBe('quick brown fox jumps')
})
