// The seed's GlobalState, read from the disk as another program would: while a run goes on, and when it is over.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { place, startRun, story, type Place } from './support/deskhand.ts'

async function stateOf(where: Place, run: string) {
  const folder = join(where.data, 'logs', run, 'state')
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'))
  const names = async (name: string) => ((await read(name)) as { name: string }[]).map((node) => node.name)
  return {
    tu: await read('tu'),
    search_query: await read('search_query'),
    completed: await names('completed_subtasks'),
    failed: await names('failed_subtasks'),
    remaining: await names('remaining_subtasks'),
    running: await read('running_state'),
    flag: await read('termination_flag'),
    screenshots: (await readdir(join(folder, 'screenshots'))).filter((name) => name.endsWith('.png')),
  }
}

const REQUEST = 'open galculator, click 7, click "*", click 6, click "=", read display'

test.each(['host-app', 'single'])(
  'a run of the strategy %s keeps all files of GlobalState',
  async (strategy) => {
    await using where = await place()
    const running = startRun(where, REQUEST, ['--strategy', strategy, '--task', 'sum'])
    await running.event('act_finished')
    const during = await stateOf(where, 'sum')
    const { code, last } = await running.ended
    expect(code, `${running.stderr()}\n${story(running.events)}`).toBe(0)
    expect(last?.result).toBe('42')
    expect(during).toMatchObject({ tu: { instruction: REQUEST }, running: 'running', flag: 'not_terminated' })
    const after = await stateOf(where, 'sum')
    expect(after).toMatchObject({ tu: { instruction: REQUEST }, search_query: { query: '' } })
    expect(after).toMatchObject({ failed: [], remaining: [], running: 'stopped', flag: 'terminated' })
    expect(after.completed.length).toBeGreaterThan(0)
    // One for each step that saw something, each a picture.
    const seen = running.events.filter((event) => event.type === 'observed' && event.picture !== null)
    expect(after.screenshots).toHaveLength(seen.length)
    const newest = join(where.data, 'logs/sum/state/screenshots', after.screenshots.toSorted().at(-1) ?? '')
    expect((await readFile(newest)).subarray(1, 4).toString()).toBe('PNG')
  },
)
