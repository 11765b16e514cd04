// Makes the data folder of one test, with an engine on scripted desktops, and a text file that its runs work on.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionEvent } from '../../../src-preload/contract/events.ts'
import { absentInteractor } from '../../core/interactor.ts'
import type { RunRequest } from '../run-request.ts'
import { ScriptedDesktops, scriptedEngine } from './scripted-engine.ts'

/** `config` is the text of config.yaml; the file holds `alpha`. */
export async function scriptedHome(config: string) {
  const root = await mkdtemp(join(tmpdir(), 'deskhand-scripted-'))
  const data = join(root, 'data')
  const file = join(root, 'word.txt')
  await mkdir(data)
  await writeFile(file, 'alpha\n')
  await writeFile(join(data, 'config.yaml'), config)
  const engine = await scriptedEngine(data, new ScriptedDesktops())
  const events: SessionEvent[] = []
  const run = (request: Partial<RunRequest>) =>
    engine.run({
      request: null,
      interactor: absentInteractor,
      onEvent: (event) => events.push(event),
      ...request,
    })
  return {
    data,
    file,
    engine,
    /** Events of all its runs. */
    events,
    run,
    text: () => readFile(file, 'utf8'),
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
