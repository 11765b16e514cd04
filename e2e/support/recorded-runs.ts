// Journals as a person's data folder has them after some weeks: for pictures, for measuring, for looking at the history.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EventBody, EventOf, SessionEvent } from '../../src-preload/contract/events.ts'
import { runStarted, stepEvents, streamOf, target } from '../../src-preload/contract/testing/sample-run.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Act {
  tool: string
  words: string
  effect?: 'confirmed' | 'unconfirmed' | 'contradicted'
  evidence?: string
  error?: string
}

interface Recorded {
  name: string
  request: string
  /** Milliseconds before now at which it began. */
  ago: number
  application: string
  model?: string
  cost?: number | null
  thought?: string
  acts: Act[]
  /** Null: the program was killed in the middle. */
  end: Pick<EventOf<'session_finished'>, 'status' | 'reason' | 'error' | 'result'> | null
}

const done = (result: unknown) =>
  ({ status: 'completed', reason: 'finished', error: null, result }) satisfies Recorded['end']
const ok = (tool: string, words: string, evidence: string): Act => ({
  tool,
  words,
  evidence,
  effect: 'confirmed',
})

const RUNS: Recorded[] = [
  {
    name: 'rename-scans',
    request: 'Rename the scans in ~/Scans by their date',
    ago: 3 * HOUR,
    application: 'pcmanfm',
    cost: 0.0031,
    acts: [
      ok('launch_application', 'Launch “PCManFM”', 'window “Scans” opened'),
      ok('click_input', 'Click list item “scan-001.pdf” in “Scans”', 'it is selected'),
      ok('keyboard_input', 'Press F2 in “Scans”', 'dialog “Rename” opened'),
      ok('set_edit_text', 'Type “2026-11-03.pdf” into edit “New name” in “Rename”', 'it shows 2026-11-03.pdf'),
      ok('click_input', 'Click button “OK” in “Rename”', 'dialog “Rename” closed'),
    ],
    end: done('14 files were renamed.'),
  },
  {
    name: 'mail-the-report',
    request: 'Mail the report of October to Ana, with the sum in the subject',
    ago: 26 * HOUR,
    application: 'thunderbird',
    model: 'gpt-x-mini',
    cost: null,
    acts: [
      ok('launch_application', 'Launch “Thunderbird”', 'window “Inbox” opened'),
      ok('click_input', 'Click button “New Message” in “Inbox”', 'window “Write” opened'),
      { tool: 'set_edit_text', words: 'Type “ana@example.org” into edit “To” in “Write”', effect: 'unconfirmed', evidence: 'the field has become a pill' },
    ],
    end: { status: 'stopped', reason: 'stopped', error: 'Stopped by the user.', result: null },
  },
  {
    name: 'travel-form',
    request: 'Fill the travel form with the dates of my Lisbon trip',
    ago: 30 * HOUR,
    application: 'libreoffice',
    cost: 0.0094,
    acts: [
      ok('launch_application', 'Open “Travel.odt” in “LibreOffice Writer”', 'window “Travel.odt” opened'),
      ok('set_edit_text', 'Type “Lisbon” into edit “Destination” in “Travel.odt”', 'it shows Lisbon'),
      ok('set_edit_text', 'Type “2026-11-24” into edit “From” in “Travel.odt”', 'it shows 2026-11-24'),
      ok('choose_menu', 'Choose File > Save in “Travel.odt”', 'the title has no star any more'),
    ],
    end: done('The form is filled and saved.'),
  },
  {
    name: 'export-contacts',
    request: 'Export my contacts as a CSV file',
    ago: 2 * DAY,
    application: 'evolution',
    cost: 0.0072,
    acts: [
      ok('launch_application', 'Launch “Contacts”', 'window “Contacts” opened'),
      { tool: 'choose_menu', words: 'Choose File > Export in “Contacts”', effect: 'contradicted', evidence: 'there is no such menu', error: 'There is no menu “Export”.' },
    ],
    end: { status: 'failed', reason: 'error', error: 'The application has no way to export its contacts.', result: null },
  },
  {
    name: 'notes-to-pdf',
    request: 'Convert the 40 notes in ~/Notes to PDF',
    ago: 5 * DAY,
    application: 'mousepad',
    cost: 0.021,
    acts: [
      ok('launch_application', 'Open “note-01.txt” in “Mousepad”', 'window “note-01.txt” opened'),
      ok('keyboard_input', 'Press Ctrl+P in “note-01.txt”', 'dialog “Print” opened'),
    ],
    end: null,
  },
  {
    name: 'sum-invoices',
    request: 'Add up the totals in March.ods, put the sum under the last row, and save a PDF next to it',
    ago: 6 * DAY,
    application: 'libreoffice',
    cost: 0.031,
    thought: 'The range is right, and the cell below the last row is empty.',
    acts: [
      ok('launch_application', 'Open “March.ods” in “LibreOffice Calc”', 'window “March.ods” opened'),
      ok('texts', 'Read cells “E2:E31” in “March.ods”', 'read 30 values'),
      ok('set_edit_text', 'Set cell “E32” to “=SUM(E2:E31)” in “March.ods”', 'it shows 12,480.50'),
      { tool: 'choose_menu', words: 'Choose File > Export As > PDF in “March.ods”', effect: 'unconfirmed', evidence: 'no dialog after 2 s' },
      ok('click_input', 'Click button “Export” in “PDF Options”', 'the file March.pdf is there'),
    ],
    end: done('12,480.50'),
  },
  ...[9, 10, 12, 13, 16, 17, 20, 23].map(
    (days, index): Recorded => ({
      name: `daily-figures-${index + 1}`,
      request: 'Put the figures of today into Figures.ods',
      ago: days * DAY,
      application: index % 3 === 0 ? 'chromium' : 'libreoffice',
      model: index % 2 === 0 ? 'gpt-x' : 'gpt-x-mini',
      cost: 0.004 + index * 0.0021,
      acts: [
        ok('launch_application', 'Open “Figures.ods” in “LibreOffice Calc”', 'window “Figures.ods” opened'),
        ok('set_edit_text', 'Set cell “B4” to “118” in “Figures.ods”', 'it shows 118'),
        ok('keyboard_input', 'Press Ctrl+S in “Figures.ods”', 'the title has no star any more'),
      ],
      end:
        index === 4
          ? { status: 'failed', reason: 'limit', error: 'The run has taken its 50 steps.', result: null }
          : done('The figures are in the sheet.'),
    }),
  ),
] // prettier-ignore

const eventsOf = ({
  request,
  application,
  model = 'gpt-x',
  cost = 0,
  thought,
  acts,
  end,
}: Recorded): EventBody[] => {
  const perStep = cost === null ? null : cost / acts.length
  const steps = acts.flatMap((act, index) =>
    stepEvents({
      application,
      subtask: request,
      cost: perStep,
      thought: thought ?? `${act.words} is next.`,
      acts: [
        {
          ...act,
          call: `c${index}`,
          target: target({ application, window: /in “([^”]+)”$/.exec(act.words)?.[1] ?? application }),
        },
      ],
    }).map((body) => (body.type === 'model_replied' ? { ...body, model } : body)),
  )
  const finished = { error: end?.error ?? null, result: end?.result ?? null, steps: acts.length, cost }
  return [
    { ...runStarted, models: { host: `openai/${model}`, app: `openai/${model}` } } as EventBody,
    { type: 'round_started', request },
    ...steps,
    ...(end === null
      ? []
      : ([
          { type: 'round_finished', status: end.status === 'completed' ? 'FINISH' : 'FAIL', ...finished },
          { type: 'session_finished', ...end, ...finished, rounds: 1, log_path: '' },
        ] satisfies EventBody[])),
  ]
}

/** Events at the time and under the name of their run. */
const placed = (events: SessionEvent[], run: string, start: number): SessionEvent[] => {
  const first = events[0]?.ts ?? 0
  return events.map((event) => ({ ...event, run, ts: event.ts - first + start }))
}

async function record(home: string, run: string, events: SessionEvent[]): Promise<string> {
  const folder = join(home, 'logs', run)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'events.jsonl'), events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  return folder
}

/** Some weeks of runs of every end. They have no owner, so the one without an end was interrupted. */
export async function recordWeeks(home: string, now = Date.now()): Promise<void> {
  for (const run of RUNS) {
    const events = streamOf(eventsOf(run), 420)
    await record(home, run.name, placed(events, run.name, now - run.ago))
  }
}

/** What a run of so many steps says, without its end. */
export const longRun = (steps: number): EventBody[] => [
  runStarted,
  { type: 'round_started', request: `Copy ${steps} rows from the page into Figures.ods` },
  ...Array.from({ length: steps }, (_, index) =>
    stepEvents({
      application: 'libreoffice',
      subtask: 'Copy the rows',
      thought: `Row ${index + 1} is the next one; the cell beside it is empty.`,
      acts: [
        {
          call: `c${index}`,
          tool: 'set_edit_text',
          words: `Set cell “B${index + 2}” to “${(index * 37) % 1000}” in “Figures.ods”`,
          target: target({ application: 'libreoffice', window: 'Figures.ods', name: `B${index + 2}` }),
          effect: index % 17 === 5 ? 'unconfirmed' : 'confirmed',
          evidence: `it shows ${(index * 37) % 1000}`,
        },
      ],
    }),
  ).flat(),
]
