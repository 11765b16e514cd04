// `node e2e/support/take-screens.ts FOLDER [NAME …]`: pictures of every screen in both themes, or of those that are named.
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import sharp from 'sharp'
import { place, type Place } from './deskhand.ts'
import { openInBrowser, startPage } from './page.ts'
import { showTheme, THEMES, visitScreens } from './screens.ts'

const [folder, ...names] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say where the pictures go.')
const isWanted = (name: string) => names.length === 0 || names.includes(name)

/** With 256 colours, which is what these pictures have, but for their desktops. */
const save = async (name: string, picture: Buffer) =>
  writeFile(
    join(folder, `${name}.png`),
    await sharp(picture).png({ palette: true, quality: 95, effort: 6 }).toBuffer(),
  )

/** The report of the one run that was not recorded beforehand, as `deskhand report` writes it. */
async function takeReport(browser: Browser, where: Place): Promise<void> {
  const run = (await readdir(join(where.data, 'logs'))).find((name) => /^\d{4}-/.test(name)) ?? ''
  const program = join(import.meta.dirname, '../../out/main/deskhand.mjs')
  const env = { ...process.env, HOME: where.home, DESKHAND_HOME: where.data }
  const path = execFileSync(process.execPath, [program, 'report', run], { env }).toString().trim()
  const page = await browser.newPage({ viewport: { width: 1100, height: 1330 }, deviceScaleFactor: 1.5 })
  await page.goto(pathToFileURL(path).href)
  await save('report', await page.screenshot())
}

/** A place whose home has a name that reads well in pictures. */
async function placeOfAna(): Promise<Place> {
  const where = await place()
  const home = join(tmpdir(), 'ana')
  // Whoever is called so already keeps what is theirs.
  const isOurs = await mkdir(home).then(
    () => true,
    () => false,
  )
  if (!isOurs) return where
  const leave = async () => {
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
    await where[Symbol.asyncDispose]()
  }
  const data = join(home, '.local/share/deskhand')
  await mkdir(data, { recursive: true })
  return { ...where, home, data, [Symbol.asyncDispose]: leave }
}

await mkdir(folder, { recursive: true })
await using where = await placeOfAna()
await using program = await startPage(where, { args: ['--display', 'virtual'] })
await using opened = await openInBrowser(program.address)
for await (const { name, page } of visitScreens(opened.page, where)) {
  if (!isWanted(name)) continue
  for (const theme of THEMES) {
    await showTheme(page, theme)
    await save(`${name}-${theme}`, await page.screenshot())
  }
  process.stderr.write(`${name}\n`)
}
if (isWanted('report')) await takeReport(opened.browser, where)
if (opened.faults.length > 0) throw new Error(`The browser complained: ${opened.faults.join(' · ')}`)
