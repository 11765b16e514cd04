import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { runViewOf } from '../../../src-preload/contract/run-view.ts'
import { sampleRun } from '../../../src-preload/contract/testing/sample-run.ts'
import { demonstrationsOf } from './recorded-run.ts'
import { parseStepRecording, readStepRecording } from './step-recorder.ts'

const home = mkdtempSync(join(tmpdir(), 'deskhand-recording-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const XML = `<UserActionData><RecordSession SessionID="1">
<EachAction ActionNumber="1" Time="10:00" FileName="EXCEL.EXE"><Description>User left click on &quot;File Tab (button)&quot; in &quot;Bücher – Excel&quot;</Description><Action>Mouse Left Click</Action><ScreenshotFileName>screenshot0001.JPEG</ScreenshotFileName></EachAction>
<EachAction ActionNumber="2" FileName="EXCEL.EXE"><Description>User keyboard input in &quot;Save As&quot; [... Enter]</Description><Action>Keyboard Input</Action></EachAction>
</RecordSession></UserActionData>`
const PAGE = `<html><body><div id="Steps"><div id="Step1">text</div><div id="Step2"><b>Comment: </b>then it is saved</div></div>${XML}</body></html>`
const quoted = (text: string) =>
  text
    .replaceAll('=', '=3D')
    .replaceAll(/[^\t-~]/gu, (char) =>
      [...Buffer.from(char)].map((byte) => `=${byte.toString(16).toUpperCase()}`).join(''),
    )
    .replaceAll(/(.{60}[^=]{3})/g, '$1=\r\n')
const MHT = `MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary="=_NextPart_SMP_1"\r\n\r\n--=_NextPart_SMP_1\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: main.htm\r\n\r\n${quoted(PAGE)}\r\n--=_NextPart_SMP_1\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\nContent-Location: screenshot0001.JPEG\r\n\r\n/9j/4AAQ\r\n--=_NextPart_SMP_1--\r\n`

/** An archive of one packed file, as its format has it. */
function zip(name: string, content: string): Buffer {
  const packed = deflateRawSync(content)
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(8, 4)
  head.writeUInt32LE(crc32(content), 10)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(Buffer.byteLength(content), 18)
  head.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, Buffer.from(name), packed])
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    head,
    Buffer.alloc(14),
    Buffer.from(name),
  ])
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, entry, end])
}

describe('a recording of Windows’ Step Recorder', () => {
  it.each([
    ['rec.zip', zip('Recording_1.mht', MHT)],
    ['rec.mht', MHT],
    ['rec.xml', PAGE],
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
    ['cut.zip', zip('a.mht', MHT).subarray(0, 100)],
    ['other.zip', zip('a.txt', 'x')],
    ['a.mht', 'nothing'],
  ])('%s that is none is refused', async (name, content) => {
    writeFileSync(join(home, name), content)
    await expect(readStepRecording(join(home, name), 'r')).rejects.toThrow(/no (ZIP|recording|steps|\.mht)/)
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

  it('that did nothing is refused', () => {
    expect(() => demonstrationsOf(runViewOf(sampleRun().slice(0, 2)))).toThrow(/nothing that succeeded/)
  })
})
