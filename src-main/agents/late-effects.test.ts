import { describe, expect, it } from 'vitest'
import { seen } from '../../src-preload/contract/evidence.ts'
import type { Control, EffectReport, Observation } from '../core/desktop.ts'
import { RunControl } from '../core/run-control.ts'
import { LinuxAgent } from './linux-agent.ts'
import { aControl, appReply, aWindow, round, ScriptedModel, world } from './testing/scripted.ts'

const PIXELS: EffectReport = {
  effect: 'unconfirmed',
  evidence: 'Only pixels have changed, no control has.',
  told: [seen('pixels')],
}
const save = ['click_input', { id: '1', name: 'Save' }] as const
const message = { ...aWindow('2', ''), kind: 'dialog' as const, modal: true, says: 'The disk is full.' }

/** A form whose desktop changes at the given look (the first is 0). */
async function runOf(
  replies: object[],
  at: number,
  becomes: (usual: Observation) => Partial<Observation>,
  effect = PIXELS,
  more: Control[] = [],
) {
  const around = world(new ScriptedModel(...replies))
  const { desktop, journal, context, model } = around
  desktop.windows = [aWindow('1', 'Form')]
  desktop.chosen = desktop.windows[0] ?? null
  desktop.controls = [aControl('1', 'Save'), aControl('3', 'Sum', { role: 'edit', value: '0' }), ...more]
  desktop.effects = { click_input: effect }
  let looks = 0
  desktop.observing = () => {
    const usual: Observation = {
      windows: desktop.windows,
      window: desktop.chosen,
      controls: desktop.controls,
      picture: null,
      limited: null,
    }
    return { result: looks++ < at ? usual : { ...usual, ...becomes(usual) } }
  }
  await round(new LinuxAgent(around.deps), context, new RunControl())
  const told = journal.events.flatMap((event) =>
    event.type === 'effect_verified' ? [`${event.effect}: ${event.evidence}`] : [],
  )
  return { told, asked: model.asked.length, looks, order: desktop.commands.map((each) => each.tool_name) }
}

describe('what an act brings about after it was verified', () => {
  it('a dialog that comes late is told of the act, and the agent decides once more', async () => {
    const { told, asked } = await runOf(
      [appReply('CONTINUE', [[...save]]), appReply('FINISH'), appReply('FAIL')],
      3,
      ({ windows }) => ({ windows: [...windows, message] }),
    )
    expect(told.at(-1)).toBe(
      'unconfirmed: A dialog without a title has opened. It says: “The disk is full.”.',
    )
    expect(asked).toBe(3)
  })

  it('what a browser measures of its tab is nothing that the act has done', async () => {
    const tab = aControl('4', 'People', { role: 'tab' })
    const measured = (name: string) =>
      runOf(
        [appReply('CONTINUE', [[...save]]), appReply('FINISH'), appReply('FAIL')],
        3,
        ({ controls }) => ({
          controls: controls.map((each) => (each.id === '4' ? { ...each, name } : each)),
        }),
        PIXELS,
        [tab],
      )
    expect((await measured('People - Memory usage - 23.6 MB')).told).toHaveLength(1)
    expect((await measured('Places')).told.at(-1)).toBe('unconfirmed: The tab “People” is now “Places”.')
  })

  it('what comes behind a dialog that was answered is told, too', async () => {
    const { told } = await runOf(
      [appReply('CONTINUE', [[...save]]), appReply('FINISH'), appReply('FAIL')],
      3,
      ({ windows }) => ({ windows: [...windows, message] }),
      {
        effect: 'unconfirmed',
        evidence: 'The dialog “Export” has closed.',
        told: [seen('closed', { kind: 'dialog', name: 'Export' })],
      },
    )
    expect(told.at(-1)).toContain('The disk is full.')
  })

  it('an application that says it is at work is waited for, and tells how that ended', async () => {
    const at = (name: string) => [aControl('1', 'Save'), aControl('4', name, { role: 'text' })]
    let looks = 0
    const { told } = await runOf(
      [appReply('CONTINUE', [[...save]]), appReply('FINISH'), appReply('FINISH')],
      1,
      () => ({ controls: at(looks++ < 3 ? 'Saving…' : 'Could not be saved') }),
      {
        effect: 'unconfirmed',
        evidence: 'The text “Ready” is now “Saving…”.',
        told: [seen('now', { role: 'text', value: 'Saving…', was: 'Ready' })],
      },
    )
    expect(told.at(-1)).toBe('unconfirmed: The text “Saving…” is now “Could not be saved”.')
  })

  it('the line of a text that was sent is waited for, too, where its field is only empty so far', async () => {
    let looks = 0
    const { told } = await runOf(
      [appReply('FINISH', [[...save]]), appReply('FINISH')],
      1,
      ({ controls }) => {
        const emptied = controls.map((each) => (each.role === 'edit' ? { ...each, value: '' } : each))
        const line = aControl('4', 'see you', { role: 'list item' })
        return { controls: looks++ < 3 ? emptied : [...emptied, line] }
      },
      {
        effect: 'unconfirmed',
        evidence: 'The edit is now “”, it was “0”.',
        told: [seen('now', { role: 'edit', value: '', was: '0' })],
      },
    )
    expect(told.at(-1)).toContain('A control has appeared: list item “see you”.')
  })

  it('an agent that finishes with its act goes on when a message comes late', async () => {
    const { told, asked } = await runOf(
      [appReply('FINISH', [[...save]]), appReply('FAIL')],
      2,
      ({ controls }) => ({ controls: [...controls, aControl('4', 'Error: not saved', { role: 'text' })] }),
    )
    expect(told.at(-1)).toMatch(/^unconfirmed: A control has appeared: text “Error: not saved”/)
    expect(asked).toBe(2)
  })

  it.each([
    ['a signal', 'Save', PIXELS, { how: 'SIGSEGV', signal: true }],
    ['an exit code', 'Save', PIXELS, { how: 'exit code 1', signal: false }],
    [
      'a signal after its window has closed',
      'Save',
      { ...PIXELS, told: [seen('closed', { kind: 'normal', name: 'Form' })] },
      { how: 'SIGKILL', signal: true },
    ],
  ])('a crash contradicts the act before it: %s', async (_how, name, effect, how) => {
    const { told } = await runOf(
      [appReply('CONTINUE', [['click_input', { id: '1', name }]]), appReply('FAIL')],
      1,
      () => ({ window: null, windows: [], controls: [], crash: { application: 'Form', ...how } }),
      effect,
    )
    expect(told.at(-1)).toBe(`contradicted: Form has crashed (${how.how}).`)
  })

  it('a program that ends with a code when it is told to close has not crashed', async () => {
    const { told } = await runOf(
      [appReply('CONTINUE', [['click_input', { id: '1', name: 'Quit' }]]), appReply('FINISH')],
      1,
      () => ({
        window: null,
        windows: [],
        controls: [],
        crash: { application: 'Form', how: 'exit code 1', signal: false },
      }),
      { ...PIXELS, told: [seen('closed', { kind: 'normal', name: 'Form' })] },
    )
    expect(told).toHaveLength(1)
  })

  it('a value is read once what was pressed has changed something', async () => {
    const { order } = await runOf(
      [
        appReply('FINISH', [
          [...save, 'CONTINUE'],
          ['texts', { id: '3' }],
        ]),
      ],
      3,
      ({ controls }) => ({ controls: controls.map((each) => ({ ...each, value: '42' })) }),
    )
    expect(order.slice(0, 7)).toEqual([
      'observe',
      'click_input',
      'verify_effect',
      'observe',
      'observe',
      'observe',
      'texts',
    ])
  })

  it('an act whose effect was seen costs no look', async () => {
    const { looks, asked } = await runOf(
      [appReply('CONTINUE', [[...save]]), appReply('FINISH')],
      9,
      () => ({}),
      { effect: 'unconfirmed', evidence: 'It has.', told: [seen('now', { role: 'edit', value: '7' })] },
    )
    expect([looks, asked]).toEqual([2, 2])
  })
})
