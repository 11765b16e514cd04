import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runViewOf } from '../../../src-preload/contract/run-view.ts'
import { sampleRun } from '../../../src-preload/contract/testing/sample-run.ts'
import { RECORDED_MHT, RECORDED_PAGE, zipOf } from '../testing/step-recording.ts'
import { demonstrationsOf } from './recorded-run.ts'
import { parseStepRecording, readStepRecording } from './step-recorder.ts'

const home = mkdtempSync(join(tmpdir(), 'deskhand-recording-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('a recording of Windows’ Step Recorder', () => {
  it.each([
    ['rec.zip', zipOf('Recording_1.mht', RECORDED_MHT)],
    ['rec.mht', RECORDED_MHT],
    ['rec.xml', RECORDED_PAGE],
  ])('%s becomes a demonstration with its steps, comments and applications', async (name, content) => {
    writeFileSync(join(home, name), content)
    expect(await readStepRecording(join(home, name), 'Save the workbook')).toMatchObject({
      kind: 'demonstration',
      applications: ['EXCEL.EXE', 'EXCEL'],
      key: 'Save the workbook',
      text: '1. User left click on "File Tab (button)" in "Bücher – Excel"\n2. User keyboard input in "Save As" [... Enter] — then it is saved',
      source: { file: name },
    })
  })

  it('resolves no entity but the five of XML', () => {
    const evil =
      '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><EachAction ActionNumber="1" FileName="a"><Description>see &a; &amp; &#x41;</Description></EachAction>'
    expect(parseStepRecording(evil, 'r', 'f').text).toBe('1. see &a; & A')
  })

  it.each([
    ['empty.zip', Buffer.alloc(0)],
    ['no.zip', Buffer.from('PK nothing')],
    ['cut.zip', zipOf('a.mht', RECORDED_MHT).subarray(0, 100)],
    ['other.zip', zipOf('a.txt', 'x')],
    ['a.mht', 'nothing'],
  ])('%s that is none is refused', async (name, content) => {
    writeFileSync(join(home, name), content)
    await expect(readStepRecording(join(home, name), 'r')).rejects.toThrow(
      new RegExp(`${name}.* no (ZIP|recording|steps|\\.mht)`),
    )
  })
})

describe('a recorded run', () => {
  it('is a demonstration of what was verified, with its run', () => {
    const view = runViewOf(sampleRun())
    const [first] = demonstrationsOf(view)
    expect(first).toMatchObject({
      kind: 'demonstration',
      source: { run: view.run },
      key: view.rounds[0]?.request,
    })
    expect(first?.text).toMatch(/^1\. /)
  })

  it('that is judged not to be done is refused, whatever its agents said', () => {
    const view = runViewOf(sampleRun())
    const judged = view.evaluation ?? view.rounds[0]?.evaluation
    if (!judged) throw new Error('The sample is not judged.')
    const no = { ...judged, complete: 'no' as const }
    const rounds = view.rounds.map((round) => ({ ...round, evaluation: null }))
    expect(() => demonstrationsOf({ ...view, rounds, evaluation: no })).toThrow(/nothing that succeeded/)
    // The last word on a single request is the one on the whole; of several each has its own.
    const done = view.rounds.map((round) => ({
      ...round,
      evaluation: { ...judged, complete: 'yes' as const },
    }))
    expect(() => demonstrationsOf({ ...view, rounds: done, evaluation: no })).toThrow(
      /nothing that succeeded/,
    )
    expect(demonstrationsOf({ ...view, rounds: [...done, ...rounds], evaluation: no })).toHaveLength(1)
  })

  it('that did nothing is refused', () => {
    expect(() => demonstrationsOf(runViewOf(sampleRun().slice(0, 2)))).toThrow(/nothing that succeeded/)
  })
})
