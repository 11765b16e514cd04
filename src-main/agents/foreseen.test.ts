import { describe, expect, it } from 'vitest'
import { RunControl } from '../core/run-control.ts'
import type { ActionRecord } from '../models/input.ts'
import type { ModelRequest } from '../models/model.ts'
import { LinuxAgent } from './linux-agent.ts'
import { aControl, appReply, aWindow, round, ScriptedModel, world } from './testing/scripted.ts'

const editor = aWindow('1', 'Editor')
const dialog = [
  aControl('20', 'Name:', { role: 'text' }),
  aControl('21', 'Name:', { role: 'edit' }),
  aControl('22', '_Save'),
]

/** Of the first step, as the next question tells them. */
const actsBefore = (asked?: ModelRequest<unknown>): ActionRecord[] => {
  const { input } = asked ?? {}
  return input && 'history' in input ? (input.history[0]?.actions ?? []) : []
}

/** Ctrl+S opens a dialog, as fast as it can. */
function saving(...scripts: object[]) {
  const around = world(new ScriptedModel(...scripts))
  const { desktop } = around
  desktop.windows = [editor]
  desktop.chosen = editor
  desktop.controls = [aControl('7', 'Text', { role: 'document' })]
  desktop.acts['keyboard_input'] = () => {
    desktop.controls = dialog
    return {}
  }
  return { ...around, agent: new LinuxAgent(around.deps) }
}

const save = (label: string) =>
  appReply('FINISH', [
    ['keyboard_input', { keys: 'Ctrl+S' }],
    ['set_edit_text', { name: 'Name', text: 'plan.txt' }],
    ['click_input', { name: label }],
  ])

describe('An act on what the act before it opens', () => {
  it('finds its control by its name and what can be done to it', async () => {
    const { agent, context, desktop } = saving(save('Save'))
    const { states } = await round(agent, context, new RunControl())
    expect(states).toEqual(['LinuxAgent.FINISH'])
    expect(desktop.acted.map(({ parameters }) => parameters)).toEqual([
      { keys: 'Ctrl+S' },
      { name: 'Name', text: 'plan.txt', id: '21' },
      { name: 'Save', id: '22' },
    ])
  })

  it('reads what the act before it has opened', async () => {
    const { agent, context, desktop } = saving(
      appReply('FINISH', [
        ['keyboard_input', { keys: 'Ctrl+S' }],
        ['texts', { name: 'Page 2' }],
      ]),
    )
    desktop.acts['keyboard_input'] = () => {
      desktop.controls = [
        aControl('30', 'Page 2', { role: 'tab' }),
        aControl('31', 'Page 2', { role: 'web page' }),
      ]
      return {}
    }
    await round(agent, context, new RunControl())
    expect(desktop.acted[1]).toMatchObject({ tool_name: 'texts', parameters: { id: '31' } })
  })

  it('finds a list by a name that is given as its id, and keeps that of its item', async () => {
    const { agent, context, desktop } = saving(
      appReply('FINISH', [
        ['keyboard_input', { keys: 'Ctrl+S' }],
        ['select_item', { id: 'Format', name: 'A3' }],
      ]),
    )
    desktop.acts['keyboard_input'] = () => {
      desktop.controls = [aControl('30', 'A3'), aControl('31', 'Format:', { role: 'combo box' })]
      return {}
    }
    await round(agent, context, new RunControl())
    expect(desktop.acted[1]?.parameters).toEqual({ id: '31', name: 'A3' })
  })

  it('is typed only once what a menu opens is there, as letters are shortcuts in the window behind', async () => {
    const { agent, context, desktop } = saving(
      appReply('FINISH', [
        ['choose_menu', { path: ['Tools', 'Console'] }],
        ['type_text', { text: '(quit)' }],
      ]),
    )
    desktop.effects['choose_menu'] = { effect: 'unconfirmed', evidence: 'Nothing has changed.' }
    let looks = 0
    desktop.observing = () => {
      if (++looks > 4) desktop.windows = [aWindow('5', 'Console'), editor]
      return {}
    }
    let there = 0
    desktop.acts['type_text'] = () => {
      there = desktop.windows.length
      return {}
    }
    await round(agent, context, new RunControl())
    expect(there).toBe(2)
  })

  it('waits for it as long as the window goes on to change', async () => {
    const { agent, context, desktop } = saving(save('Save'))
    let looks = 0
    desktop.acts['keyboard_input'] = () => {
      desktop.observing = () => {
        looks++
        desktop.controls = looks < 30 ? [aControl(String(100 + looks), 'Loading')] : dialog
        return {}
      }
      return {}
    }
    await round(agent, context, new RunControl())
    expect(desktop.acted.map(({ parameters }) => parameters['id'])).toEqual([undefined, '21', '22'])
  })

  const opening = (...acts: [string, Record<string, unknown>][]) => {
    const around = saving(
      appReply('FINISH', [['keyboard_input', { keys: 'Ctrl+S' }], ...acts]),
      appReply('FINISH'),
    )
    const { desktop } = around
    desktop.acts['keyboard_input'] = () => {
      desktop.windows = [aWindow('5', 'Preferences'), editor]
      return {}
    }
    return around
  }

  it('finds a window by its title, or by what stands in it', async () => {
    for (const name of ['Preferences', 'preference']) {
      const { agent, context, desktop } = opening(['close_application_window', { name }])
      const { states } = await round(agent, context, new RunControl())
      expect(states).toEqual(['LinuxAgent.FINISH'])
      expect(desktop.acted[1]).toMatchObject({
        tool_name: 'close_application_window',
        parameters: { id: '5', name: 'Preferences' },
      })
    }
  })

  it('names the windows where it finds none, or several', async () => {
    const { agent, context, model } = opening(['select_application_window', { name: 'Options' }])
    await round(agent, context, new RunControl())
    expect(actsBefore(model.asked[1])[1]?.error).toBe(
      'No window is called “Options”. There are [5] “Preferences”, [1] “Editor”.',
    )
    const several = opening(['select_application_window', { name: 'e' }])
    await round(several.agent, several.context, new RunControl())
    expect(actsBefore(several.model.asked[1])[1]?.error).toMatch(/^2 windows are called “e”: .*Give the id/)
  })

  it('finds a field without a name by the text before it', async () => {
    const { agent, context, desktop } = saving(save('Save'))
    const at = (x: number, y: number) => ({ bounds: { x, y, width: 80, height: 20 } })
    desktop.acts['keyboard_input'] = () => {
      desktop.controls = [
        aControl('20', 'Name:', { role: 'text', ...at(0, 10) }),
        aControl('21', '', { role: 'edit', ...at(100, 5) }),
        aControl('23', '', { role: 'edit', ...at(200, 5) }),
        aControl('24', '', { role: 'edit', ...at(100, 40) }),
        aControl('22', '_Save'),
      ]
      return {}
    }
    await round(agent, context, new RunControl())
    expect(desktop.acted[1]?.parameters['id']).toBe('21')
  })

  it('finds a field that has but the title of its group by the text before it', async () => {
    const { agent, context, desktop } = saving(save('Save'))
    const at = (y: number) => ({ bounds: { x: 100, y, width: 80, height: 20 } })
    desktop.acts['keyboard_input'] = () => {
      desktop.controls = [
        aControl('19', 'Options', { role: 'group', ...at(0) }),
        aControl('20', 'Name:', { role: 'text', bounds: { x: 0, y: 10, width: 80, height: 20 } }),
        aControl('21', 'Options', { role: 'edit', ...at(10) }),
        aControl('23', 'Options', { role: 'combo box', ...at(40) }),
        aControl('22', '_Save'),
      ]
      return {}
    }
    await round(agent, context, new RunControl())
    expect(desktop.acted[1]?.parameters['id']).toBe('21')
  })

  it('says what is called so where the tool can do nothing with it', async () => {
    const { agent, context, desktop, model } = saving(
      appReply('FINISH', [
        ['keyboard_input', { keys: 'Ctrl+S' }],
        ['texts', { name: 'Hotkeys' }],
      ]),
      appReply('FINISH'),
    )
    desktop.controls = [aControl('30', 'Hotkeys', { role: 'check box' })]
    desktop.acts['keyboard_input'] = () => ({})
    await round(agent, context, new RunControl())
    expect(actsBefore(model.asked[1]).at(-1)).toMatchObject({
      error: '“Hotkeys” is a check box, on which texts does nothing.',
    })
  })

  it('is a failure for the model where nothing is called so, and what is near is named', async () => {
    const { agent, context, desktop, model } = saving(save('Sve'), appReply('FINISH'))
    await round(agent, context, new RunControl())
    expect(desktop.acted).toHaveLength(2)
    const acts = actsBefore(model.asked[1])
    expect(acts.at(-1)).toMatchObject({
      status: 'failure',
      error: 'No control here is called “Sve”. Nearest: “Save”, “Name:”.',
      user_confirm: null,
    })
  })

  it('is a failure where several are called so', async () => {
    const { agent, context, desktop, model } = saving(save('Save'), appReply('FINISH'))
    desktop.acts['set_edit_text'] = () => {
      desktop.controls = [aControl('22', 'Save'), aControl('23', 'Save')]
      return {}
    }
    await round(agent, context, new RunControl())
    expect(JSON.stringify(model.asked[1]?.input)).toContain('2 controls are called “Save”')
  })

  it('is what a cell of its name holds', async () => {
    const { agent, context, desktop } = saving(save('Save'), appReply('FINISH'))
    desktop.acts['set_edit_text'] = () => {
      desktop.controls = [aControl('22', 'Save', { role: 'cell' }), aControl('23', 'Save', { parent: '22' })]
      return {}
    }
    await round(agent, context, new RunControl())
    expect(desktop.acted.at(-1)?.parameters['id']).toBe('23')
  })

  it('is not a folder in a folder of its name', async () => {
    const { agent, context, desktop } = saving(save('Save'), appReply('FINISH'))
    desktop.acts['set_edit_text'] = () => {
      const folder = (id: string, parent: string | null) =>
        aControl(id, 'Save', { role: 'tree item', parent })
      desktop.controls = [folder('22', null), folder('23', '22')]
      return {}
    }
    await round(agent, context, new RunControl())
    expect(desktop.acted.map(({ tool_name }) => tool_name)).not.toContain('click_input')
  })
})

describe('An act whose target changes while it is judged', () => {
  const pressing = (decision: 'allow' | 'ask') => {
    const world = saving(appReply('FINISH', [['type_text', { text: 'a' }]]), appReply('FINISH'))
    let times = 0
    world.desktop.acts['type_text'] = () =>
      ++times === 1
        ? { status: 'failure', code: 'target_changed', error: 'Nothing was done.', gate: { decision } }
        : {}
    return world
  }

  it('is judged and done once more where nobody was asked', async () => {
    const { agent, context, desktop, journal } = pressing('allow')
    const { states } = await round(agent, context, new RunControl())
    expect(states).toEqual(['LinuxAgent.FINISH'])
    const calls = desktop.acted.map(({ call_id }) => call_id)
    expect(new Set(calls).size).toBe(2)
    // Whoever tells of the run counts one act, as its judge does.
    const repeated = { type: 'act_repeated', call_id: calls[1], instead_of: calls[0] }
    expect(journal.events).toContainEqual(expect.objectContaining(repeated))
  })

  it('is not done where a person has approved another target', async () => {
    const { agent, context, desktop } = pressing('ask')
    await round(agent, context, new RunControl())
    expect(desktop.acted).toHaveLength(1)
  })
})

describe('The strategy single', () => {
  it('works in the window that it opens, also in the acts of the same reply', async () => {
    const { agent, context, desktop } = saving(
      appReply('FINISH', [
        ['launch_application', { name: 'Notes' }],
        ['type_text', { text: 'hello' }],
      ]),
    )
    desktop.acts['launch_application'] = () => ({ result: { window: aWindow('2', 'Notes') } })
    await round(agent, context, new RunControl())
    expect(desktop.acted.map(({ tool_name, parameters }) => [tool_name, parameters['id']])).toEqual([
      ['launch_application', undefined],
      ['select_application_window', '2'],
      ['type_text', undefined],
    ])
  })
})

describe('What a tool refuses by itself', () => {
  it('is nobody’s answer, where the gate let it through', async () => {
    const { agent, context, desktop, model } = saving(
      appReply('CONTINUE', [['run_shell', { bash_command: 'xterm -e a' }]]),
      appReply('FINISH'),
    )
    desktop.acts['run_shell'] = () => ({
      status: 'failure',
      code: 'refused',
      error: 'Not launched.',
      gate: { decision: 'allow' },
    })
    await round(agent, context, new RunControl())
    expect(actsBefore(model.asked[1])[0]?.user_confirm).toBeNull()
  })
})

describe('Enter behind a text', () => {
  const enter = async (
    field: Parameters<typeof aControl>[2],
    ...acts: [string, Record<string, unknown>][]
  ) => {
    const around = world(new ScriptedModel(appReply('FINISH', acts)))
    around.desktop.windows = [editor]
    around.desktop.chosen = editor
    around.desktop.controls = [aControl('7', 'Location', { role: 'edit', ...field })]
    await round(new LinuxAgent(around.deps), around.context, new RunControl())
    return around.desktop.acted.at(-1)?.parameters
  }
  const filled: [string, Record<string, unknown>] = [
    'set_edit_text',
    { id: 7, name: 'Location', text: '/tmp' },
  ]
  const pressed = (given: Record<string, unknown>): [string, Record<string, unknown>] => [
    'keyboard_input',
    given,
  ]

  it('goes to the field that has it', async () => {
    expect(await enter({}, filled, pressed({ keys: 'Enter' }))).toEqual({
      keys: 'Enter',
      id: '7',
      name: 'Location',
    })
  })

  it('goes where it was sent, or to what has the keyboard, in any other case', async () => {
    const multiline = { states: ['multiline' as const] }
    expect(await enter(multiline, filled, pressed({ keys: 'Enter' }))).toEqual({ keys: 'Enter' })
    expect(await enter({}, filled, pressed({ keys: 'Ctrl+S' }))).toEqual({ keys: 'Ctrl+S' })
    expect(await enter({}, filled, pressed({ keys: 'Enter', id: '9' }))).toEqual({ keys: 'Enter', id: '9' })
    expect(await enter({}, filled, ['wait', { seconds: 1 }], pressed({ keys: 'Enter' }))).toEqual({
      keys: 'Enter',
    })
  })
})
