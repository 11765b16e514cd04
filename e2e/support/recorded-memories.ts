// Memories as a person's data folder has them after some weeks: one of each kind, some that helped and one that did not.
import { join } from 'node:path'
import { Store } from '../../src-main/memory/store.ts'
import type { NewMemory } from '../../src-main/memory/record.ts'

const MEMORIES: readonly NewMemory[] = [
  {
    kind: 'document',
    applications: ['soffice'],
    title: 'guide.md › Export › PDF',
    key: 'guide.md Export PDF',
    text: 'File, Export as, Export as PDF. “Range” chooses the pages; “Reduce image resolution” makes the file smaller.',
    source: { run: null, step: null, file: '/home/ana/docs/guide.md' },
  },
  {
    kind: 'question_answer',
    title: 'Into which folder shall the report go?',
    key: 'Into which folder shall the report go?',
    text: '~/reports, with the month in its name',
    tips: 'Asked while doing: Save the report of October',
  },
  {
    kind: 'demonstration',
    applications: ['EXCEL.EXE', 'EXCEL'],
    title: 'Save the workbook as PDF',
    key: 'Save the workbook as PDF',
    text: '1. User left click on "File Tab (button)"\n2. User left click on "Export (list item)"',
    source: { run: null, step: null, file: 'Recording_1.mht' },
  },
  {
    kind: 'narrative',
    title: 'Mail the report of October to Ana, with the sum in the subject',
    key: 'Mail the report of October to Ana, with the sum in the subject',
    text: '1. Open the report and read its sum (in soffice)\n2. Write the mail to Ana (in thunderbird)',
    source: { run: 'mail-the-report', step: null, file: null },
  },
  {
    kind: 'experience',
    outcome: 'did_not_work',
    applications: ['thunderbird'],
    title: 'Write the mail to Ana',
    key: 'Write the mail to Ana',
    text: 'This did not work: the field has become a pill\n1. set_edit_text on edit “To” with text="ana@example.org" — unconfirmed: the field has become a pill',
    source: { run: 'mail-the-report', step: 2, file: null },
  },
  {
    kind: 'experience',
    applications: ['pcmanfm'],
    title: 'Rename the scans in ~/Scans by their date',
    key: 'Rename the scans in ~/Scans by their date',
    text: '1. click_input on list item “scan-001.pdf”\n2. keyboard_input with keys="F2"\n3. set_edit_text on edit “New name” with text="2026-11-03.pdf"\n4. click_input on button “OK”',
    tips: '- Didn’t work: click_input on menu item “Rename…” — contradicted: no dialog opened',
    source: { run: 'rename-scans', step: 1, file: null },
  },
]

/** Put in by the store itself, which the program opens afterwards. */
export function recordMemories(data: string): void {
  using store = new Store(join(data, 'memory.db'))
  const ids = store.save(MEMORIES).map(({ id }) => id)
  const [guide = 0, answer = 0, , narrative = 0, mail = 0, scans = 0] = ids
  store.used([guide, answer, narrative, mail, scans, scans, scans])
  store.followed([guide, answer, scans, scans, scans], 'helped')
  store.followed([mail, scans], 'failed')
  store.pin(answer, true)
}

/** So many answers of the person: more than one page of the list shows. */
export function recordAnswers(data: string, count: number): void {
  using store = new Store(join(data, 'memory.db'))
  const title = (index: number) => `Which folder is number ${index}?`
  store.save(
    Array.from({ length: count }, (_, index) => ({
      kind: 'question_answer' as const,
      title: title(index),
      key: title(index),
      text: `~/folder-${index}`,
    })),
  )
}
