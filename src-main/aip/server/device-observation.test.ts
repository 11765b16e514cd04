import { describe, expect, test } from 'vitest'
import { PIXEL } from '../../agents/testing/scripted.ts'
import { failure, type Command, type Result } from '../../core/command.ts'
import { observationSchema, windowInfoSchema } from '../../core/desktop.ts'
import type { BasicCommandDispatcher } from '../../core/dispatcher.ts'
import { RunControl } from '../../core/run-control.ts'
import { ReferenceDispatcher } from './device-observation.ts'
import { command, ROUTE } from '../testing/test-device.ts'

/** What the reference's tools answer with. */
const TOOLS: Record<string, unknown> = {
  get_desktop_app_target_info: [
    { kind: 'window', id: '1', name: 'Untitled - Notepad', type: 'Window', rect: [10, 20, 810, 620] },
    { kind: 'window', id: '2', name: 'Calculator', type: 'Window', rect: null },
  ],
  get_app_window_controls_target_info: [
    { kind: 'control', id: '7', name: 'Save', type: 'Button', rect: [100, 200, 150, 220] },
    { kind: 'control', id: '8', name: '', type: 'SomethingNew', rect: null },
  ],
  capture_window_screenshot: `data:image/png;base64,${PIXEL.data}`,
  capture_desktop_screenshot: 'Error: no screen',
  select_application_window: { root_name: 'notepad.exe', window_info: { title: 'Untitled - Notepad' } },
}

function device(tools: Record<string, unknown> = TOOLS) {
  const asked: string[] = []
  const inner: BasicCommandDispatcher = {
    executeCommands: (commands) =>
      Promise.resolve(
        commands.map((one): Result => {
          asked.push(one.tool_name)
          if (!(one.tool_name in tools)) return failure(one, 'unknown_tool', `Unknown tool: ${one.tool_name}`)
          return {
            status: 'success',
            error: null,
            result: tools[one.tool_name],
            namespace: 'UICollector',
            call_id: one.call_id ?? '',
            code: null,
          }
        }),
      ),
    listTools: () => Promise.resolve([]),
    reset: () => Promise.resolve(),
  }
  const dispatcher = new ReferenceDispatcher(inner)
  const run = new RunControl()
  const one = async (wanted: Command) => {
    const [result] = await dispatcher.executeCommands([wanted], { route: ROUTE }, run)
    return result
  }
  const observe = (parameters: Record<string, unknown>) =>
    one(command('observe', { tool_type: 'data_collection', parameters, call_id: 'o1' }))
  return { asked, one, observe }
}

describe('a device of the reference is observed', () => {
  test('by its own tools: windows, then, in the chosen one, controls and a picture', async () => {
    const { one, observe } = device()
    const before = observationSchema.parse((await observe({ controls: true, picture: 'window' }))?.result)
    expect(before).toMatchObject({ window: null, controls: [], picture: null, limited: null })
    expect(before.windows.map(({ id, title }) => [id, title])).toEqual([
      ['1', 'Untitled - Notepad'],
      ['2', 'Calculator'],
    ])
    await one(command('select_application_window', { parameters: { id: '1', name: 'Untitled - Notepad' } }))
    const result = await observe({ controls: true, picture: 'window' })
    expect(result?.call_id).toBe('o1')
    const after = observationSchema.parse(result?.result)
    expect(after.window).toMatchObject({ id: '1', bounds: { x: 10, y: 20, width: 800, height: 600 } })
    expect(after.controls.map(({ id, role, name }) => [id, role, name])).toEqual([
      ['7', 'button', 'Save'],
      ['8', 'other', ''],
    ])
    expect(after.picture).toMatchObject({ data: PIXEL.data, width: 1, height: 1 })
    expect(after.limited).toBeNull()
  })

  test('as far as it has tools for it, and what is missing is said', async () => {
    const { observe } = device({})
    const seen = observationSchema.parse((await observe({ controls: true, picture: 'desktop' }))?.result)
    expect(seen).toMatchObject({ windows: [], window: null, controls: [], picture: null })
    expect(seen.limited).toMatch(/no windows: Unknown tool.*no picture: Unknown tool/)
    const blind = device({ ...TOOLS, capture_desktop_screenshot: 'Error: no screen' })
    const other = observationSchema.parse(
      (await blind.observe({ controls: false, picture: 'desktop' }))?.result,
    )
    expect(other.limited).toContain('no picture')
  })

  test('for its windows alone, too; every other command goes as it is', async () => {
    const { one, asked } = device()
    const listed = await one(command('get_desktop_app_info', { tool_type: 'data_collection' }))
    expect(windowInfoSchema.array().parse(listed?.result)).toHaveLength(2)
    expect((await one(command('verify_effect', { tool_type: 'data_collection' })))?.code).toBe('unknown_tool')
    expect(asked).toEqual(['get_desktop_app_target_info', 'verify_effect'])
  })
})
