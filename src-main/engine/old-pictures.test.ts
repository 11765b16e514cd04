import { expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { createLogger } from '../core/logger.ts'
import { OldPictures } from './old-pictures.ts'

const around = (days: number | null, lines: string[] = []) => ({
  config: configSchema.parse({ system: { thin_pictures_after: days } }),
  logger: createLogger('warn', (line) => lines.push(line)),
})

test('pictures are thinned only where that is set, one work at a time, and its end is waited for', async () => {
  const asked: number[] = []
  const gate = Promise.withResolvers<void>()
  const pictures = new OldPictures({
    thin: async (days) => {
      asked.push(days)
      await gate.promise
    },
  })
  pictures.thin(around(null))
  pictures.thin(around(30))
  pictures.thin(around(30))
  expect(asked).toEqual([30])
  let ended = false
  const settled = pictures.settled().then(() => {
    ended = true
  })
  await Promise.resolve()
  expect(ended).toBe(false)
  gate.resolve()
  await settled
  pictures.thin(around(7))
  expect(asked).toEqual([30, 7])
  await pictures.settled()
})

test('a fault is told in the log, and ends no run', async () => {
  const lines: string[] = []
  const pictures = new OldPictures({ thin: () => Promise.reject(new Error('The disk is full.')) })
  pictures.thin(around(1, lines))
  await pictures.settled()
  expect(lines.join()).toContain('Old pictures stay as they are: The disk is full.')
})
