import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { glanceSchema } from '../../src-preload/contract/calls/app.ts'
import { appIconPath, trayIconPath } from './icons.ts'

const sizeOf = (path: string): number => {
  const data = readFileSync(path)
  expect(data.toString('latin1', 1, 4)).toBe('PNG')
  return data.readUInt32BE(16)
}

test.each(glanceSchema.options)(
  'the tray has an icon for %s on every platform, for light and dark panels',
  (glance) => {
    const twice = (path: string) => path.replace('.png', '@2x.png')
    const mac = trayIconPath(glance, false, 'darwin')
    expect(mac).toMatch(/Template\.png$/)
    expect([sizeOf(mac), sizeOf(twice(mac))]).toEqual([16, 32])
    const linux = trayIconPath(glance, false, 'linux')
    expect([sizeOf(linux), sizeOf(twice(linux))]).toEqual([24, 48])
    for (const dark of [false, true]) {
      // The head of an icon file: reserved, type 1, number of pictures.
      expect([...readFileSync(trayIconPath(glance, dark, 'win32')).subarray(0, 6)]).toEqual([
        0, 0, 1, 0, 5, 0,
      ])
    }
  },
)

test('no two states look the same in the tray', () => {
  for (const platform of ['darwin', 'linux', 'win32'] as const) {
    const pictures = glanceSchema.options.map((glance) =>
      readFileSync(trayIconPath(glance, true, platform)).toString('base64'),
    )
    expect(new Set(pictures).size).toBe(pictures.length)
  }
})

test('windows have the icon of the app', () => {
  expect(sizeOf(appIconPath('linux'))).toBe(512)
  expect([...readFileSync(appIconPath('win32')).subarray(0, 4)]).toEqual([0, 0, 1, 0])
})
