// `node e2e/support/take-screens.ts FOLDER [NAME …]`: pictures of every screen in both themes, or of those that are named.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { place } from './deskhand.ts'
import { openInBrowser, startPage } from './page.ts'
import { showTheme, THEMES, visitScreens } from './screens.ts'

const [folder, ...names] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say where the pictures go.')
await mkdir(folder, { recursive: true })
await using where = await place()
await using program = await startPage(where, { args: ['--display', 'virtual'] })
await using opened = await openInBrowser(program.address)
try {
  for await (const { name, page } of visitScreens(opened.page, where)) {
    if (names.length > 0 && !names.includes(name)) continue
    for (const theme of THEMES) {
      await showTheme(page, theme)
      await page.screenshot({ path: join(folder, `${name}-${theme}.png`) })
    }
    process.stderr.write(`${name}\n`)
  }
} catch (error) {
  await opened.page.screenshot({ path: join(folder, 'fault.png') })
  throw error
}
if (opened.faults.length > 0) throw new Error(`The browser complained: ${opened.faults.join(' · ')}`)
