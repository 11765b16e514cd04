// Two runs at once, each on a desktop of its own, with applications that like to be alone on a machine.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { place, startRun, story, type Place } from './support/deskhand.ts'
import { desktopOf, watchInput, windowsOn } from './support/witness.ts'

const displayOf = async (pid: number): Promise<string | null> => {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
  return (
    environment
      .split('\0')
      .find((entry) => entry.startsWith('DISPLAY='))
      ?.slice('DISPLAY='.length) ?? null
  )
}

/** Runs a request and tells, while it goes on, which windows its desktop shows. */
const watch = async (where: Place, task: string, request: string) => {
  const running = startRun(where, request, ['--task', task])
  const begun = await running.event('run_started')
  const env = await desktopOf(where, begun.run)
  const input = watchInput(env)
  const seen = new Map<number, string | null>()
  const titles = new Set<string>()
  const over = new AbortController()
  void running.ended.then(() => over.abort())
  while (!over.signal.aborted) {
    for (const window of await windowsOn(env)) {
      titles.add(window.title)
      if (!seen.has(window.pid)) seen.set(window.pid, await displayOf(window.pid))
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  input[Symbol.dispose]()
  const end = await running.ended
  return {
    end,
    env,
    seen,
    titles: [...titles],
    input: input.events,
    story: story(running.events),
    stderr: running.stderr(),
  }
}

test('two runs with LibreOffice and Chromium keep to their own desktops', async () => {
  await using where = await place()
  await mkdir(join(where.home, 'out'))
  const requestOf = (name: string) =>
    `open LibreOffice Calc, press Ctrl+Home, type "${name}", press Enter, save as "~/out/${name}.csv", open chromium, wait 3 seconds`
  const [one, two] = await Promise.all([
    watch(where, 'one', requestOf('one')),
    watch(where, 'two', requestOf('two')),
  ])
  for (const [name, side] of [
    ['one', one],
    ['two', two],
  ] as const) {
    expect(side.end.code, `${name}: ${side.stderr}\n${side.story}`).toBe(0)
    expect((await readFile(join(where.home, 'out', `${name}.csv`), 'utf8')).trim()).toBe(name)
    const display = side.env['DISPLAY']
    expect(side.seen.size).toBeGreaterThanOrEqual(2)
    expect(new Set([...side.seen.values()].filter((value) => value !== null))).toEqual(new Set([display]))
    expect(side.titles.some((title) => title.includes('Calc'))).toBe(true)
    expect(side.titles.some((title) => title.includes('Chromium'))).toBe(true)
  }
  expect(one.env['DISPLAY']).not.toBe(two.env['DISPLAY'])
  expect(one.titles.some((title) => title.includes('two'))).toBe(false)
  expect(two.titles.some((title) => title.includes('one'))).toBe(false)
})
