// Whole runs of every kind, killed at any moment: nothing that was told is lost, nothing is done twice unasked, nothing is left.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { deskhand, place, start, story, type Place } from '../e2e/support/deskhand.ts'
import { plannerConfig, plannerModel } from '../e2e/support/planner-model.ts'
import { OpenAIServer } from '../src-main/models/testing/openai-server.ts'
import { FORM, pressesOf } from './support/form.ts'
import { many, TEST_MS } from './support/whole.ts'
import { allGone, expectWholeJournals, runArgs } from './support/whole-run.ts'

/** Of each of the four kinds. */
const KILLS = many({ whole: 50, usual: 1 })
/** Milliseconds from its start within which a run is killed: it has ended by then where the machine is quiet. */
const WITHIN_MS = 12_000
const YES = ['--yes-to', 'unknown', '--yes-to', 'run_command']
const REQUEST = 'open Form, click Next, wait 1 seconds, click Sort'

/** A place with the form, and the arguments of a run of this kind there. */
type Kind = (where: Place, config: (more?: string) => Promise<void>) => Promise<string[]>
const KINDS: Record<string, Kind> = {
  run: async (_where, config) => {
    await config()
    return [...runArgs(REQUEST), ...YES]
  },
  batch: async (where, config) => {
    await config()
    const folder = join(where.home, 'work')
    await mkdir(join(folder, 'tasks'), { recursive: true })
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'files', 'a.txt'), 'a\n')
    await writeFile(join(folder, 'tasks', 't.json'), JSON.stringify({ task: REQUEST, object: 'a.txt' }))
    return ['batch', folder, '--json', ...YES]
  },
  replay: async (where, config) => {
    await config()
    const ran = await deskhand(where, [...runArgs(REQUEST), '--task', 'form', ...YES])
    expect(ran.code, `${ran.stderr}\n${story(ran.events)}`).toBe(0)
    const made = await deskhand(where, ['record', 'form', 'form'])
    expect(made.code, made.stderr).toBe(0)
    return ['follow', 'form', '--display', 'virtual', '--json', ...YES]
  },
  planner: async (_where, config) => {
    await config()
    return ['run', 'Press both buttons of the form', '--display', 'virtual', '--strategy', 'planner', '--json', ...YES] // prettier-ignore
  },
}

const acts = (sees: { replies: number }): string =>
  ['agent.open("Form")', 'agent.click("the \\"Next\\" button")', 'agent.wait(1)', 'agent.click("the \\"Sort\\" button")', 'agent.done()'][sees.replies] ?? 'agent.fail()' // prettier-ignore

describe.each(Object.keys(KINDS))('a %s', (name) => {
  test('that is killed has lost nothing, repeats nothing, and leaves nothing', { timeout: TEST_MS }, async () => {
    await using server = await OpenAIServer.start({ reply: plannerModel({ plan: () => ['Press'], work: acts }) })
    for (let kill = 0; kill < KILLS; kill++) {
      await using where = await place()
      const program = join(where.home, 'form.py')
      await writeFile(program, FORM)
      const applications = `applications:\n  Form: /usr/bin/python3 ${program} stays\n`
      const args = await KINDS[name]!(where, () => where.config(name === 'planner' ? plannerConfig(server.baseUrl, [], applications) : applications)) // prettier-ignore
      const before = pressesOf(where)
      const running = start(where, args)
      await Promise.race([running.ended, wait(Math.random() * WITHIN_MS)])
      running.child.kill('SIGKILL')
      await running.ended
      const runs = await expectWholeJournals(where, running.events)
      const after = pressesOf(where)
      // Nothing goes on by itself; each is closed once, which ends its desktop.
      const listed = await deskhand(where, ['runs', '--json'])
      expect(listed.code, listed.stderr).toBe(0)
      for (const run of runs) {
        const closed = await deskhand(where, ['close', run])
        // It may have been killed after its last event.
        if (closed.code !== 0) expect(closed.stderr).toContain('has ended already')
      }
      await allGone(where)
      expect(pressesOf(where)).toEqual(after)
      expect(Math.max(...after.map((times, index) => times - (before[index] ?? 0)))).toBeLessThanOrEqual(1)
    }
  }) // prettier-ignore
})
