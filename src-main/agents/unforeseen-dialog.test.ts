import { describe, expect, it } from 'vitest'
import { evidenceWords } from '../../src-preload/contract/evidence.ts'
import type { EffectReport, WindowInfo } from '../core/desktop.ts'
import { RunControl } from '../core/run-control.ts'
import { hasOpened } from '../servers/desktop/verifying/changes.ts'
import { LinuxAgent } from './linux-agent.ts'
import { aControl, appReply, aWindow, round, ScriptedModel, world } from './testing/scripted.ts'

const options = aWindow('1', 'Options')
const restart: WindowInfo = {
  ...aWindow('2', 'Restart'),
  kind: 'dialog',
  modal: true,
  active: true,
  owner: '1',
  says: 'It must be started again.',
}
const apply = ['click_input', { id: '1', name: 'Apply' }] as const
const enter = ['keyboard_input', { keys: 'Enter' }] as const
const okBehind = ['click_input', { id: '3', name: 'OK' }] as const

/** The tools that were called, where the first act opens this dialog. */
async function called(
  first: typeof apply | readonly [string, object],
  next: readonly [string, object],
  dialog: WindowInfo,
) {
  const around = world(
    new ScriptedModel(appReply('FINISH', [[...first], [...next]] as never), appReply('FAIL')),
  )
  const { desktop, context } = around
  desktop.windows = [options]
  desktop.chosen = options
  desktop.controls = [aControl('1', 'Apply'), aControl('3', 'OK')].map((each) => ({
    ...each,
    window_id: '1',
  }))
  const told = [hasOpened(dialog, dialog.says ?? null)]
  const report: EffectReport = { effect: 'unconfirmed', evidence: evidenceWords(told), told }
  desktop.effects = { click_input: report, choose_menu: report }
  desktop.acts['click_input'] = () => {
    desktop.windows = [dialog, { ...options, active: false }]
    return { status: 'success', result: null }
  }
  await round(new LinuxAgent(around.deps), context, new RunControl())
  return desktop.acted.map(({ tool_name }) => tool_name)
}

describe('after an act has opened a dialog', () => {
  it('no key goes to a message that nobody has foreseen', async () => {
    expect(await called(apply, enter, restart)).toEqual(['click_input'])
  })

  it('no click goes behind a dialog that takes all input', async () => {
    expect(await called(apply, okBehind, { ...restart, says: null })).toEqual(['click_input'])
  })

  it('what was decided for it goes on: keys into a dialog without a message, and a message that the item announces', async () => {
    expect(await called(apply, enter, { ...restart, says: null })).toEqual(['click_input', 'keyboard_input'])
    const about = { ...restart, title: 'About Notes', says: 'Notes 1.0' }
    const menu = ['choose_menu', { path: ['Help', 'About Notes'] }] as const
    expect(await called(menu, ['keyboard_input', { keys: 'Escape' }], about)).toEqual([
      'choose_menu',
      'keyboard_input',
    ])
  })

  it('a click goes on into a window that it leaves free', async () => {
    const free = { ...restart, says: null, modal: false }
    expect(await called(apply, okBehind, free)).toEqual(['click_input', 'click_input'])
  })
})
