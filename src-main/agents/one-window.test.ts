import { describe, expect, it } from 'vitest'
import { RunControl } from '../core/run-control.ts'
import { HostAgent } from './host-agent.ts'
import { LinuxAgent } from './linux-agent.ts'
import { windowMeant } from './one-window.ts'
import { appReply, aWindow, hostReply, round, ScriptedModel, world } from './testing/scripted.ts'

const applications = [
  { name: 'Calculator', opens: [] },
  { name: 'Notes', opens: ['txt'] },
]
const calculator = aWindow('1', 'Calculator')

describe('A request is about the one window', () => {
  const meant = (request: string, windows = [calculator]) =>
    windowMeant(request, windows, applications)?.id ?? null

  it.each([
    ['its application', 'In the calculator, add 2 and 3', calculator],
    [
      'its program, whose name has a version',
      'Flip it with GIMP',
      { ...calculator, application: 'Image Editor', process_name: 'gimp-2.10' },
    ],
    ['the file in its title', 'Sort PLAN.ods by name', { ...calculator, title: 'plan.ods — Sheets' }],
    [
      'its application, with a folder that is called like another',
      'Save it with Calculator as ~/Notes/a.txt',
      calculator,
    ],
    ['its application, with a word that is a name elsewhere', 'Add the notes of the Calculator', calculator],
  ])('that it calls by %s', (_, request, window) => {
    expect(meant(request, [window])).toBe('1')
  })

  it('for whoever can open another, where no other application is called', () => {
    const open = (request: string, windows = [calculator]) =>
      windowMeant(request, windows, applications, true)?.id ?? null
    expect(open('Delete the old report')).toBe('1')
    expect(open('Open notes and delete the old report')).toBeNull()
    expect(open('Delete the old report', [calculator, aWindow('2', 'Notes', false)])).toBeNull()
  })

  it('also behind a dialog of its own', () => {
    const welcome = { ...aWindow('2', 'Calculator'), kind: 'dialog' as const }
    expect(meant('Use Calculator', [welcome, { ...calculator, active: false }])).toBe('1')
  })

  it.each([
    ['nothing of it is called', 'Delete the old report', [calculator]],
    [
      'another application is called, too',
      'Add 2 and 3 with Calculator, and write it into Notes',
      [calculator],
    ],
    ['there are others', 'Use Calculator', [calculator, aWindow('2', 'Notes', false)]],
    ['it is not in front', 'Use Calculator', [aWindow('1', 'Calculator', false)]],
    [
      'a dialog of another is there',
      'Use Calculator',
      [calculator, { ...aWindow('2', 'Notes'), kind: 'dialog' as const }],
    ],
    [
      'another application is opened, in small letters',
      'In the calculator add 2 and 3; use notes',
      [calculator],
    ],
    ['none is open', 'Use Calculator', []],
  ])('no more where %s', (_, request, windows) => {
    expect(meant(request, windows)).toBeNull()
  })
})

describe('The strategy single, whose request is about the one window', () => {
  it('has it chosen when its model is first asked', async () => {
    const { agent, context, model, desktop } = working()
    await round(agent, context, new RunControl())
    expect(model.asked).toHaveLength(1)
    expect(model.asked[0]?.input).toMatchObject({ kind: 'linux', window: { id: '1' } })
    expect(desktop.acted.map(({ tool_name }) => tool_name)).toEqual(['select_application_window'])
  })

  function working() {
    const around = world(new ScriptedModel(appReply('FINISH', [], { result: '5' })))
    const { desktop } = around
    desktop.windows = [calculator]
    desktop.acts['select_application_window'] = () => {
      desktop.chosen = calculator
      return { result: { root_name: 'calculator', process_name: 'calculator', window_info: calculator } }
    }
    around.context.set('REQUEST', 'Use Calculator to add 2 and 3.')
    return { ...around, agent: new LinuxAgent(around.deps) }
  }
})

describe('A host whose request is about the one window', () => {
  function hosting(...scripts: object[]) {
    const around = world(new ScriptedModel(...scripts))
    around.desktop.windows = [calculator]
    around.context.set('REQUEST', 'Use Calculator to add 2 and 3.')
    return { ...around, agent: new HostAgent(around.deps) }
  }
  const rolesOf = (model: ScriptedModel) => model.asked.map(({ role }) => role)

  it('assigns it whole, and ends with it, unasked', async () => {
    const { agent, context, model, desktop } = hosting(appReply('FINISH', [], { result: '5' }))
    const { states } = await round(agent, context, new RunControl())
    expect(rolesOf(model)).toEqual(['app'])
    expect(model.asked[0]?.input).toMatchObject({ subtask: 'Use Calculator to add 2 and 3.' })
    expect(desktop.acted.map(({ tool_name }) => tool_name)).toEqual(['select_application_window'])
    expect([states.at(-1), context.get('ROUND_RESULT')]).toEqual(['HostAgent.FINISH', '5'])
  })

  it('is asked where that did not come off', async () => {
    const { agent, context, model } = hosting(
      appReply('FAIL', [], { comment: 'This needs Notes.' }),
      hostReply('FAIL', { comment: 'There is no Notes.' }),
    )
    const { states } = await round(agent, context, new RunControl())
    expect(rolesOf(model)).toEqual(['app', 'host'])
    expect(states.at(-1)).toBe('HostAgent.FAIL')
  })
})
