// A plan, a batch and a schedule as a person's data folder has them: for pictures, and for looking at their pages.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from './deskhand.ts'

const act = (step: number, tool: string, parameters: Record<string, unknown> = {}, agent = 'AppAgent') => ({
  step,
  agent,
  tool,
  namespace: null,
  parameters,
  target: null,
  aim: null,
  offset: null,
  window: null,
  effect: null,
})

const PLAN = {
  task: 'Write the shopping list',
  steps: ['Open Mousepad', 'Type “Milk, bread, apples” into the text area', 'Save as “shopping.txt”'],
  object: '',
  close: false,
  recorded: {
    version: 1,
    run: 'rename-scans',
    at: '2026-11-20T09:00:00.000Z',
    notes: ['Left out: “Wait for 2 seconds”'],
    values: { items: 'Milk, bread, apples', file: 'shopping.txt', password: null },
    windows: {},
    acts: [
      act(0, 'launch_application', { name: 'Mousepad' }, 'HostAgent'),
      act(1, 'type_text', { text: { value: 'items' } }),
      act(2, 'keyboard_input', { keys: 'Ctrl+S' }),
    ],
  },
}

const record = (state: string, more: Record<string, unknown> = {}) => ({
  state,
  run: 'sum-invoices',
  complete: null,
  result: null,
  error: null,
  steps: 6,
  cost: 0.0124,
  started_at: 0,
  finished_at: 1,
  ...more,
})

export async function recordWork({ data }: Place): Promise<void> {
  const write = async (path: string, value: unknown) => {
    await mkdir(join(data, path, '..'), { recursive: true })
    await writeFile(join(data, path), JSON.stringify(value))
  }
  await write('plans/Shopping list.json', PLAN)
  await write('plans/Broken.json', { task: 'x', stepz: [] })
  const names = ['Ana', 'Bo', 'Chen', 'Dana']
  for (const [index, name] of names.entries())
    await write(`batches/March/tasks/${index + 1}-${name}.json`, {
      task: `Mail the invoice of March to ${name}`,
    })
  await write('batches/March/tasks_report.json', {
    v: 1,
    tasks: {
      '1-Ana': record('done', { complete: 'yes', result: 'Sent at 9:02' }),
      '2-Bo': record('done', { complete: 'unsure', result: 'The window closed, nothing confirmed it' }),
      '3-Chen': record('failed', { error: 'There is no address for Chen.' }),
    },
  })
  await write('schedules/Weekly report/schedule.json', {
    name: 'Weekly report',
    work: { kind: 'request', request: 'Sum the invoices and save a PDF' },
    when: { kind: 'time', days: ['mon', 'thu'], at: '09:00' },
  })
  await write('schedules/Inbox/schedule.json', {
    name: 'Inbox',
    work: { kind: 'plan', plan: 'Shopping list' },
    when: { kind: 'file', folder: '/home/ana/Scans', pattern: '*.pdf' },
  })
  const firing = { at: Date.UTC(2026, 10, 20, 9), outcome: 'missed', due: 0, run: null, why: null }
  await writeFile(join(data, 'schedules/Weekly report/firings.jsonl'), `${JSON.stringify(firing)}\n`)
}
