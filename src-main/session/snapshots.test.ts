// What a session leaves behind as pictures and trees.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RunControl } from '../core/run-control.ts'
import { oneRequest, useWorld } from './testing/world.ts'

const world = useWorld()

describe('the snapshots of a session', () => {
  it('names the snapshots of subtasks, rounds and the session as the seeds do', async () => {
    const { factory, folder } = await world({
      scripts: oneRequest,
      system: { save_ui_tree: true, save_full_screen: true, log_xml: true },
    })
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    const names = (await readdir(folder.path, { recursive: true }))
      .filter((name) => /final/.test(name))
      .toSorted()
    expect(names).toEqual(
      expect.arrayContaining([
        'action_round_0_final.png',
        'action_round_0_sub_round_0_final.png',
        'action_round_0_sub_round_1_final.png',
        'action_step_final.png',
        'desktop_final.png',
        'desktop_round_0_final.png',
        'desktop_round_0_sub_round_0_final.png',
        'ui_trees/ui_tree_final.json',
        'ui_trees/ui_tree_round_0_final.json',
        'ui_trees/ui_tree_round_0_sub_round_1_final.json',
        'xml/action_step_final.xml',
      ]),
    )
    expect(await readFile(join(folder.path, 'xml/action_step_final.xml'), 'utf8')).toContain(
      'name="Calc &amp; “more”"',
    )
  })

  it('turn off evaluation, markdown, trees and the picture of the desktop', async () => {
    const { factory, folder, evaluations } = await world({
      scripts: oneRequest,
      system: { eva_session: false, log_to_markdown: false, save_ui_tree: false, save_full_screen: false },
    })
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    expect(evaluations).toEqual([])
    const files = await readdir(folder.path, { recursive: true })
    expect(files.filter((name) => /^(output|ui_trees|desktop|xml)/.test(name))).toEqual([])
    expect(files).toContain('action_step_final.png')
  })

  it('save the control tree of a round where they are told to, and say when there is none', async () => {
    const { factory, desktop, folder } = await world({ scripts: [] })
    const round = factory.createSession({ id: 's', task: 'test' }).createFollowingRound('x')
    const run = new RunControl()
    const tree = await round.saveUiTree('ui_trees/mine.json', run)
    expect(tree).toMatchObject({ root: { control_type: 'window' } })
    expect(JSON.parse(await readFile(folder.resolve('ui_trees/mine.json'), 'utf8'))).toEqual(tree)
    desktop.acts['get_ui_tree'] = () => ({ status: 'failure', error: 'no window', code: 'tool' })
    await expect(round.saveUiTree('ui_trees/other.json', run)).rejects.toThrow('no window')
  })

  it('warn of a snapshot that fails, and go on', async () => {
    const { factory, desktop, journal } = await world({ scripts: oneRequest })
    desktop.acts['capture_window_screenshot'] = () => ({ status: 'failure', error: 'black', code: 'tool' })
    const end = await factory
      .createSession({ id: 's', task: 'test', request: 'press 7' })
      .run(new RunControl())
    expect(end.status).toBe('completed')
    expect(journal.of('warning').map((event) => event.message)).toContain(
      'The last picture could not be taken: black',
    )
  })

  it('take no picture of a window that is minimized, and warn of nothing', async () => {
    const { factory, desktop, journal, folder } = await world({ scripts: oneRequest })
    desktop.windows = desktop.windows.map((window) => ({ ...window, minimized: true }))
    desktop.acts['capture_window_screenshot'] = () => ({ status: 'failure', error: 'away', code: 'tool' })
    await factory.createSession({ id: 's', task: 'test', request: 'press 7' }).run(new RunControl())
    expect(journal.of('warning')).toEqual([])
    expect(await readdir(folder.path)).not.toContain('action_step_final.png')
  })
})
