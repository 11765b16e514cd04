import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applicationIcons } from './icons.ts'

let home: string
const write = async (path: string, content: string) => {
  await mkdir(dirname(join(home, path)), { recursive: true })
  await writeFile(join(home, path), content)
}
const entry = (id: string, name: string, icon: string, more = '') =>
  write(
    `share/applications/${id}.desktop`,
    `[Desktop Entry]\nType=Application\nName=${name}\n${more}Exec=/usr/bin/${id} %F\nIcon=${icon}\n`,
  )

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'icons-'))
  await entry('tally', 'Tally Sheets', 'tally', 'Name[zh]=计数\n')
  await entry('drawer', 'Drawer', join(home, 'own place', 'drawer.svg'))
  await entry('old', 'Old', 'old.png')
  await entry('evil', 'Evil', '../../secret')
  await entry('script', 'Script', join(home, 'secret.txt'))
  await entry('huge', 'Huge', 'huge')
  await entry('bare', 'Bare', 'nowhere')
  await entry('suite-base', 'Suite Base', 'base', 'Exec=suite --base %U\n')
  await entry('suite-all', 'Suite All', 'suite', 'Exec=suite %U\n')
  await write('share/pixmaps/base.png', 'a part')
  await write('share/pixmaps/suite.png', 'the suite')
  await write('share/icons/hicolor/16x16/apps/tally.png', 'small')
  await write('share/icons/hicolor/48x48/apps/tally.png', 'right')
  await write('share/icons/hicolor/scalable/apps/tally.svg', '<svg/>')
  await write('own place/drawer.svg', '<svg>drawer</svg>')
  await write('share/pixmaps/old.png', 'pixmap')
  await write('secret.png', 'secret')
  await write('share/secret.png', 'secret')
  await write('secret.txt', 'secret')
  await write('share/icons/hicolor/48x48/apps/huge.png', 'x'.repeat(300 * 1024))
})
afterAll(() => rm(home, { recursive: true, force: true }))

const iconsOf = async (...names: string[]) => {
  const found = await applicationIcons(names, {
    HOME: home,
    XDG_DATA_HOME: join(home, 'share'),
    XDG_DATA_DIRS: '/nowhere',
  })
  return Object.fromEntries(
    Object.entries(found).map(([name, { type, data }]) => [
      name,
      [type, Buffer.from(data, 'base64').toString()],
    ]),
  )
}

it.each(['Tally Sheets', 'tally', 'TALLY', '计数'])(
  'knows the icon of %s, in a size for a list',
  async (name) => {
    expect(await iconsOf(name)).toEqual({ [name]: ['image/png', 'right'] })
  },
)

it('takes the program itself for a process that several entries start', async () => {
  expect(await iconsOf('suite')).toEqual({ suite: ['image/png', 'the suite'] })
})

it('takes a file of its own, and one in the old folder', async () => {
  expect(await iconsOf('Drawer', 'Old')).toEqual({
    Drawer: ['image/svg+xml', '<svg>drawer</svg>'],
    Old: ['image/png', 'pixmap'],
  })
})

it('gives none for what has none, is no picture, lies elsewhere or is too large, or is no application', async () => {
  expect(await iconsOf('Bare', 'Script', 'Evil', 'Huge', 'nobody', '', 'constructor')).toEqual({})
})
