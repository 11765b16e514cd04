// What a person lets Deskhand learn by hand, with the command alone: documents of each kind, a recorded run, a recording of Windows'
// Step Recorder; and that a run is told of it.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RECORDED_MHT, zipOf } from '../src-main/memory/testing/step-recording.ts'
import { OpenAIServer } from '../src-main/models/testing/openai-server.ts'
import { plainModel } from '../src-main/models/testing/plain-model.ts'
import { deskhand, place, runIn, story, type Place } from './support/deskhand.ts'

/** One page with one line, by the format's own rules. */
function pdf(line: string): string {
  const stream = `BT /F1 12 Tf 20 100 Td (${line}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const at = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rows = at.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return `${text}xref\n0 6\n0000000000 65535 f \n${rows}trailer << /Size 6 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`
}

const learn = (where: Place, ...words: string[]) => deskhand(where, ['memory', 'learn', ...words])
const listed = async (where: Place) =>
  (await deskhand(where, ['memory', 'list', '--json'])).events as unknown as Record<string, unknown>[]

test('documents of each kind are learned for an application, and a run in it is told of what fits', async () => {
  await using server = await OpenAIServer.start({ reply: plainModel })
  await using where = await place()
  const docs = join(where.home, 'docs')
  await mkdir(join(docs, 'deep'), { recursive: true })
  await writeFile(
    join(docs, 'guide.md'),
    '# Display\n\n## Digits\n\nClick 7 and read the display of galculator.',
  )
  await writeFile(
    join(docs, 'deep/page.html'),
    '<nav>menu</nav><h1>Styles</h1><p>Press <b>F11</b>.</p><script>evil()</script>',
  )
  await writeFile(
    join(docs, 'help.json'),
    '{"application":"x","request":"How to clear?","guidance":["1. Click C","2. Look"]}',
  )
  await writeFile(join(docs, 'book.pdf'), pdf('The memory keys are below the display.'))
  await writeFile(join(docs, 'broken.pdf'), 'no PDF')
  expect((await learn(where, docs, '--app', 'galculator')).code).toBe(0)
  const memories = await listed(where)
  const titles = ['Display › Digits', 'How to clear?', 'Styles', 'book.pdf › Page 1']
  expect(new Set(memories.map(({ title }) => title))).toEqual(new Set(titles))
  for (const memory of memories)
    expect(memory).toMatchObject({ kind: 'document', applications: ['galculator'] })
  // Once more takes the place of what was learned from the same files.
  expect((await learn(where, docs, '--app', 'galculator')).code).toBe(0)
  expect(await listed(where)).toHaveLength(4)

  await where.config(
    `models:\n  default: {provider: custom, model_name: plain, base_url: "${server.baseUrl}", visual_mode: false, max_retry: 0}\nsystem: {eva_session: false}\n`,
  )
  const line = [
    'run',
    'open galculator, click 7, read display',
    '--display',
    'virtual',
    '--json',
    '--strategy',
    'single',
  ]
  const done = await deskhand(where, line)
  expect(done.code, `${done.stderr}\n${story(done.events)}`).toBe(0)
  const told = done.events
    .filter((event) => event.type === 'remembered')
    .flatMap(({ memories: given }) => given)
  expect(told).toContainEqual(expect.objectContaining({ kind: 'document', title: 'Display › Digits' }))
  expect(server.requests[0]?.user).toMatch(/<memory_data>[^]*Click 7 and read the display of galculator/)
})

test('a recorded run and a recording of the Step Recorder are demonstrations', async () => {
  await using where = await place()
  await where.config('system: {save_experience: always_not}\n')
  const shown = await runIn(where, 'open galculator, click 7, read display')
  expect(shown.code, story(shown.events)).toBe(0)
  expect((await learn(where, '--run', shown.events[0]?.run ?? '')).code).toBe(0)
  const recording = join(where.home, 'Recording_1.zip')
  await writeFile(recording, zipOf('Recording_1.mht', RECORDED_MHT))
  expect((await learn(where, '--recording', recording)).code).toBe(1)
  expect((await learn(where, '--recording', recording, '--request', 'Save the workbook')).code).toBe(0)
  expect(await listed(where)).toMatchObject([
    { kind: 'demonstration', title: 'Save the workbook', applications: ['EXCEL', 'EXCEL.EXE'] },
    { kind: 'demonstration', title: 'open galculator, click 7, read display', applications: ['galculator'] },
  ])
})
