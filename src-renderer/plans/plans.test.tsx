// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { Plan, PlanSummary } from '../../src-preload/contract/calls/plans.ts'
import { useFault } from '../state/commands.ts'
import { usePlace } from '../state/place.ts'
import type { Answers } from '../testing/memory-wire.ts'
import { useToast } from '../ui/toast.tsx'
import { openWindow } from '../testing/open-window.tsx'
import { NEW_PLAN } from './new-plan.ts'
import { PlansView } from './plans-view.tsx'

const summary = (values: Partial<PlanSummary> = {}): PlanSummary => ({
  name: 'Shopping',
  path: '/data/plans/Shopping.json',
  task: 'Write the list',
  steps: 2,
  recorded: true,
  inputs: [{ name: 'item', text: 'Milk' }],
  changed: 0,
  fault: null,
  last: [],
  ...values,
})
const plan = (values: Partial<Plan> = {}): Plan => ({
  name: 'Shopping',
  path: '/data/plans/Shopping.json',
  task: 'Write the list',
  object: '',
  close: false,
  steps: [
    { words: 'Open Mousepad', acts: 1 },
    { words: 'Type “Milk”', acts: 1 },
  ],
  inputs: [
    { name: 'item', text: 'Milk' },
    { name: 'password', text: null },
  ],
  recorded: { run: 'list-1', at: '', notes: [] },
  ...values,
})

const opened = (part: string | null, answers: Answers = {}, config: Record<string, unknown> = {}) =>
  openWindow(<PlansView place={{ view: 'plans', run: null, part }} />, {
    config,
    app: { host_desktop: { there: false, why: 'There is no screen.' } },
    answers: {
      list_plans: () => ({ plans: [summary()] }),
      read_plan: () => plan(),
      start_run: () => ({ run: 'again' }),
      save_plan: ({ name }) => plan({ name }),
      ...answers,
    },
  })

describe('a plan', () => {
  it('is run with the texts of the form, and a secret is no field of it', async () => {
    const { user, wire } = await opened('Shopping')
    const form = within(await screen.findByRole('form', { name: 'Run this plan' }))
    expect(form.queryByRole('textbox', { name: 'password' })).toBeNull()
    expect(form.getByText(/You are asked for these.*password/)).toBeTruthy()
    const field = form.getByRole<HTMLInputElement>('textbox', { name: 'item' })
    expect(field.value).toBe('Milk')
    await user.clear(field)
    await user.type(field, 'Bread{Enter}')
    expect(wire.sent('start_run')).toEqual([
      {
        request: null,
        one_shot: true,
        display: 'virtual',
        plan: { plan: '/data/plans/Shopping.json', set: { item: 'Bread' } },
      },
    ])
    await expect.poll(() => usePlace.getState().run).toBe('again')
  })

  it('that was recorded says what each step would do with these texts, and does nothing', async () => {
    const { user, wire } = await opened('Shopping', {
      dry_run: () => ({ steps: [{ words: 'Open Mousepad', outcome: 'would_do', acts: [], reasons: [] }] }),
    })
    const form = within(await screen.findByRole('form', { name: 'Run this plan' }))
    await user.type(form.getByRole('textbox', { name: 'item' }), ' and bread')
    await user.click(screen.getByRole('button', { name: 'Dry run' }))
    expect(await screen.findByText(/1 of 1 steps can be done now/)).toBeTruthy()
    expect(wire.sent('dry_run')).toEqual([
      {
        request: null,
        display: 'virtual',
        plan: { plan: '/data/plans/Shopping.json', set: { item: 'Milk and bread' } },
      },
    ])
    expect(wire.sent('start_run')).toEqual([])
  })

  it.each([
    ['of plain commands has a dry run, too', 'offline', 1],
    ['that a model carries out has none', 'openai', 0],
  ])('%s', async (_title, provider, count) => {
    const written = { read_plan: () => plan({ recorded: null, inputs: [] }) }
    await opened('Shopping', written, { models: { default: { provider, model_name: provider } } })
    await screen.findByRole('form', { name: 'Run this plan' })
    expect(screen.queryAllByRole('button', { name: 'Dry run' })).toHaveLength(count)
  })

  it('that is changed keeps the acts of its steps: their numbers travel with them', async () => {
    const { user, wire } = await opened('Shopping')
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    // What was recorded can't be added to.
    expect(screen.queryByRole('button', { name: 'Add step' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Move step 2 up' }))
    await user.type(screen.getByRole('textbox', { name: 'Step 1' }), ' and bread')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(wire.sent('save_plan')).toMatchObject([
      {
        was: 'Shopping',
        steps: [
          { words: 'Type “Milk” and bread', from: 1 },
          { words: 'Open Mousepad', from: 0 },
        ],
        inputs: { item: 'Milk' },
      },
    ])
  })

  it('is written from scratch by keyboard alone; a fault of the program keeps what was typed', async () => {
    const { user, wire } = await opened(NEW_PLAN, {
      save_plan: () => {
        throw new Error('There is a plan “Hello” already.')
      },
    })
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
    // Enter goes on, and saves nothing that is half written.
    await user.keyboard('Hello{Enter}Say hello{Enter}{Enter}Type hello{Enter}')
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox', { name: 'Step 2' }))
    await user.keyboard('Press Enter')
    expect(wire.sent('save_plan')).toEqual([])
    await user.keyboard('{Control>}{Enter}{/Control}')
    const steps = [
      { words: 'Type hello', from: null },
      { words: 'Press Enter', from: null },
    ]
    expect(wire.sent('save_plan')).toMatchObject([{ name: 'Hello', was: null, task: 'Say hello', steps }])
    expect(await screen.findByText('There is a plan “Hello” already.')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Step 1' }).value).toBe('Type hello')
  })
})

describe('what is written of a plan', () => {
  it('is still there when one comes back to it, until it is saved or given up', async () => {
    const { user } = await openWindow(<Coming to={NEW_PLAN} />)
    const task = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'What it does' })
    await user.type(await task(), 'Say hello')
    await user.click(screen.getByRole('button', { name: 'elsewhere' }))
    await user.click(screen.getByRole('button', { name: 'elsewhere' }))
    expect((await task()).value).toBe('Say hello')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'elsewhere' }))
    await user.click(screen.getByRole('button', { name: 'elsewhere' }))
    expect((await task()).value).toBe('')
  })

  it('is so for a plan that is changed, unless that was saved otherwise in the meantime', async () => {
    let shown = plan({})
    const { user } = await openWindow(<Coming to="Shopping" />, { answers: { read_plan: () => shown } })
    const task = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'What it does' })
    const comeBack = async () => {
      await user.click(screen.getByRole('button', { name: 'elsewhere' }))
      await user.click(screen.getByRole('button', { name: 'elsewhere' }))
    }
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await user.type(await task(), ' quickly')
    await comeBack()
    expect((await task()).value).toBe(`${shown.task} quickly`)
    shown = plan({ task: 'Buys what is left' })
    await comeBack()
    expect((await task()).value).toBe('Buys what is left')
  })
})

/** Shows a plan, or something else. */
function Coming({ to }: { to: string }) {
  const [isHere, setHere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setHere(!isHere)}>
        elsewhere
      </button>
      {isHere && <PlansView place={{ view: 'plans', run: null, part: to }} />}
    </>
  )
}

describe('the library', () => {
  it('shows a plan that can’t be used with its fault, and leads to its last run', async () => {
    const { user } = await opened(null, {
      list_plans: () => ({
        plans: [
          summary({ last: [{ run: 'list-9', status: 'failed', at: 0 }] }),
          summary({ name: 'Broken', fault: 'There is no field “stepz”.' }),
        ],
      }),
    })
    expect(await screen.findByText('There is no field “stepz”.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /Failed/ }))
    await expect.poll(() => usePlace.getState()).toMatchObject({ view: 'run', run: 'list-9' })
  })

  it('is read again when a plan has changed elsewhere', async () => {
    const { push, wire } = await opened(null)
    const before = wire.sent('list_plans').length
    await push({ push: 'plans' })
    expect(wire.sent('list_plans')).toHaveLength(before + 1)
  })

  it('says in sight that a plan was saved as a file', async () => {
    const { user } = await opened(null, {
      export_plan: () => ({ name: 'Shopping.yaml', type: 'application/yaml', content: 'task: x' }),
    })
    await user.click(await screen.findByRole('button', { name: 'More for “Shopping”' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Export as YAML' }))
    await expect.poll(() => useToast.getState().toast?.text).toBe('Shopping.yaml is saved.')
  })

  it('takes a YAML file in under its name', async () => {
    const { user, wire } = await opened(null, { import_plan: ({ name }) => plan({ name }) })
    const file = new File(['task: x'], 'weekly report.yaml')
    await user.upload(screen.getByLabelText('Import…', { selector: 'input' }), file)
    await expect.poll(() => wire.sent('import_plan')).toEqual([{ name: 'weekly report', content: 'task: x' }])
  })

  it('takes in a file that is dropped anywhere on the page, and one at a time', async () => {
    const { wire } = await opened(null, { import_plan: ({ name }) => plan({ name }) })
    const line = await screen.findByRole('button', { name: 'Shopping' })
    const file = new File(['task: x'], 'weekly report.yaml')
    fireEvent.drop(line, { dataTransfer: { types: ['Files'], files: [file, file] } })
    await expect.poll(() => useFault.getState().words).toMatch(/at a time/)
    expect(wire.sent('import_plan')).toEqual([])
    // A browser opens a dropped file unless the page takes it.
    expect(fireEvent.dragOver(line, { dataTransfer: { types: ['Files'], files: [] } })).toBe(false)
    expect(fireEvent.drop(line, { dataTransfer: { types: ['Files'], files: [file] } })).toBe(false)
    await expect.poll(() => wire.sent('import_plan')).toEqual([{ name: 'weekly report', content: 'task: x' }])
    expect(fireEvent.drop(line, { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(true)
  })

  it.each([
    ['an empty file', new File([' '], 'none.yaml'), 'none.yaml is empty.'],
    [
      'a picture',
      new File([Uint8Array.of(0x89, 0x50, 0, 1)], 'cat.yaml'),
      /^cat\.yaml is no text: it is a pic/,
    ],
    ['another encoding', new File([Uint8Array.of(0x4d, 0xfc, 0x6c)], 'alt.yaml'), /is no text in UTF-8/],
  ])('does not take in %s, and says so', async (_title, file, words) => {
    const { user, wire } = await opened(null)
    await user.upload(screen.getByLabelText('Import…', { selector: 'input' }), file)
    await expect.poll(() => useFault.getState().words).toMatch(words)
    expect(wire.sent('import_plan')).toEqual([])
  })

  it.each([
    ['whose name is taken', 'Shopping.yaml', 'Shopping 2', /There is a plan “Shopping” already/],
    ['whose name a plan can’t have', '«a: b».yaml', 'a b', /can’t be the name of a plan/],
  ])('offers another name for a file %s', async (_title, file, free, why) => {
    const { user, wire } = await opened(null, { import_plan: ({ name }) => plan({ name }) })
    await user.upload(screen.getByLabelText('Import…', { selector: 'input' }), new File(['task: x'], file))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(why)).toBeTruthy()
    expect(wire.sent('import_plan')).toEqual([])
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(free)
    await user.keyboard('{Enter}')
    await expect.poll(() => wire.sent('import_plan')).toEqual([{ name: free, content: 'task: x' }])
    expect(usePlace.getState()).toMatchObject({ view: 'plans', part: free })
  })

  it('deletes a plan only after a question', async () => {
    const { user, wire } = await opened(null, { delete_plan: () => ({}) })
    await user.click(await screen.findByRole('button', { name: 'More for “Shopping”' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    const asked = within(await screen.findByRole('alertdialog'))
    expect(wire.sent('delete_plan')).toEqual([])
    await user.click(asked.getByRole('button', { name: 'Delete' }))
    expect(wire.sent('delete_plan')).toEqual([{ name: 'Shopping' }])
  })
})
