import { describe, expect, it } from 'vitest'
import { RunControl } from '../core/run-control.ts'
import type { Control } from '../core/desktop.ts'
import { LinuxAgent } from './linux-agent.ts'
import { aControl, appReply, aWindow, round, ScriptedModel, world } from './testing/scripted.ts'

const board = aWindow('1', 'Board')
/** Two tasks, each with a button of the same name; every drawing gives them other ids. */
const drawn = (from: number, tasks: readonly string[]): Control[] =>
  tasks.flatMap((task, index) => [
    aControl(String(from + 2 * index), task, { role: 'group' }),
    aControl(String(from + 2 * index + 1), '>', { parent: String(from + 2 * index) }),
  ])

async function movesOf(after: readonly string[], second = '23') {
  const around = world(
    new ScriptedModel(
      appReply('FINISH', [
        ['click_input', { id: '21', name: '>' }],
        ['click_input', { id: second, name: '>' }],
      ]),
      appReply('FAIL', []),
    ),
  )
  const { desktop, context, deps } = around
  desktop.windows = [board]
  desktop.chosen = board
  desktop.controls = drawn(20, ['Draft', 'Review'])
  desktop.acts['click_input'] = ({ id }) => {
    if (!desktop.controls.some((control) => control.id === id))
      return { status: 'failure', code: 'tool', error: 'There is no such control.', gate: null }
    desktop.controls = drawn(40, after)
    return {}
  }
  const { states } = await round(new LinuxAgent(deps), context, new RunControl())
  return { states, ids: desktop.acted.map(({ parameters }) => parameters['id']) }
}

describe('A control that its page has drawn again', () => {
  it('is found by its role, its name and what is around it', async () => {
    const { states, ids } = await movesOf(['Draft', 'Review'])
    expect(states).toEqual(['LinuxAgent.FINISH'])
    expect(ids).toEqual(['21', '23', '43'])
  })

  it.each([
    ['nothing of that kind is left', ['Draft']],
    ['there are two of them now', ['Draft', 'Review', 'Review']],
  ])('is not acted on where %s', async (_, after) => {
    const { states, ids } = await movesOf(after)
    expect(states.at(-1)).toBe('LinuxAgent.FAIL')
    expect(ids).toEqual(['21', '23'])
  })

  it('is not looked for under an id of before where several have its name', async () => {
    expect((await movesOf(['Draft', 'Review'], '99')).ids).toEqual(['21', '99'])
  })
})

describe('A control of a dialog that was closed and opened again', () => {
  const pressed = async (
    action: [string, Record<string, unknown>],
    controls: Control[],
    says: string | null = null,
  ) => {
    const around = world(new ScriptedModel(appReply('FINISH', [action]), appReply('FAIL', [])))
    const { desktop, context, deps } = around
    desktop.windows = [board, { ...aWindow('2', 'Font'), kind: 'dialog', says }]
    desktop.chosen = board
    desktop.controls = controls
    desktop.acts['click_input'] = ({ id }) =>
      controls.some((control) => control.id === id)
        ? {}
        : { status: 'failure', code: 'tool', error: 'There is no such control.', gate: null }
    await round(new LinuxAgent(deps), context, new RunControl())
    return desktop.acted.map(({ parameters }) => parameters['id'])
  }

  it('is found by the name beside its old id', async () => {
    expect(await pressed(['click_input', { id: '39', name: 'Select' }], [aControl('61', 'Select')])).toEqual([
      '39',
      '61',
    ])
  })

  it('is not taken from a message that has come since', async () => {
    const ok = { ...aControl('61', 'OK'), window_id: '2' }
    expect(await pressed(['click_input', { id: '39', name: 'OK' }], [ok])).toEqual(['39', '61'])
    expect(await pressed(['click_input', { id: '39', name: 'OK' }], [ok], 'Delete all?')).toEqual(['39'])
  })

  it('is not looked for without a name, nor where nothing has that name', async () => {
    expect(await pressed(['click_input', { id: '39' }], [aControl('61', 'Select')])).toEqual(['39'])
    expect(await pressed(['click_input', { id: '39', name: 'Select' }], [aControl('61', 'Cancel')])).toEqual([
      '39',
    ])
  })
})
