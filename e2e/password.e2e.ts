// A password that stands in a request is typed, and is in no file of the run afterwards.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow } from '../src-main/core/folder.ts'
import { place, runIn, story } from './support/deskhand.ts'

const SECRET = 'Kranich 17 "blau"'

/** Shows what was typed into its password field backwards: a form that nobody masks. */
const VAULT = `<!doctype html><title>Vault</title>
<label>Code <input type="password" id="code"></label>
<button onclick="echo.value = [...code.value].reverse().join('')">Show echo</button>
<label>Echo <input id="echo"></label>`

test('a password is typed as it was given, and masked in everything that is kept', async () => {
  await using where = await place()
  await writeFile(join(where.home, 'vault.html'), VAULT)
  await where.config('system:\n  save_experience: always\n  log_xml: true\n')
  const { code, last, events } = await runIn(
    where,
    `open "~/vault.html", type '${SECRET}' into Code, click "Show echo" button, read Echo`,
    ['--yes-to', 'password', '--yes-to', 'unknown', '--yes-to', 'send'],
  )
  expect(code, story(events)).toBe(0)
  expect(last?.result).toBe(Array.from(SECRET).toReversed().join(''))
  const holding: string[] = []
  for (const path of await filesBelow(where.data)) {
    if ((await readFile(path, 'utf8')).includes('Kranich')) holding.push(path)
  }
  expect(holding).toEqual([])
})
