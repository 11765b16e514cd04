// Makes a recording as Windows' Step Recorder writes it: a ZIP archive with one MIME document, whose page is quoted-printable
// with soft line breaks and holds the steps as XML, and whose pictures are parts of their own.
import { crc32, deflateRawSync } from 'node:zlib'

const XML = `<?xml version="1.0" encoding="UTF-8"?><Report><System MajorVersion="10" MinorVersion="0" /><UserActionData><RecordSession SessionID="1" ActionCount="2" MissedActionCount="0">
<EachAction ActionNumber="1" Time="10:00:01" Pid="4242" FileVersion="16.0" FileDescription="Microsoft Excel" FileName="EXCEL.EXE" CommandLine="&quot;C:\\Program Files\\EXCEL.EXE&quot;"><Description>User left click on &quot;File Tab (button)&quot; in &quot;Bücher – Excel&quot;</Description><Action>Mouse Left Click</Action><CursorCoordsXY>31,58</CursorCoordsXY><ScreenshotFileName>screenshot0001.JPEG</ScreenshotFileName></EachAction>
<EachAction ActionNumber="2" Time="10:00:07" FileName="EXCEL.EXE"><Description>User keyboard input in &quot;Save As&quot; [... Enter]</Description><Action>Keyboard Input</Action></EachAction>
</RecordSession></UserActionData></Report>`

export const RECORDED_PAGE = `<html><body><div id="Steps"><div id="Step1">text</div><div id="Step2"><b>Comment: </b>then it is saved</div></div><script id="myXML" type="text/xml">${XML}</script></body></html>`

/** Breaks text into lines of at most 76 characters, wherever they are full, also within a tag. */
function quoted(text: string): string {
  const coded = [...Buffer.from(text)].map((byte) => {
    const char = String.fromCharCode(byte)
    return /[\t\n -<>-~]/.test(char) ? char : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
  let line = 0
  return coded
    .map((char) => {
      const soft = line + char.length > 75 ? '=\r\n' : ''
      line = char === '\n' ? 0 : (soft === '' ? line : 0) + char.length
      return `${soft}${char === '\n' ? '\r\n' : char}`
    })
    .join('')
}

const B = '--=_NextPart_SMP_1d9e0a'
export const RECORDED_MHT = [
  'From: "Windows"',
  'Subject: Recorded Steps',
  'MIME-Version: 1.0',
  `Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="${B}"`,
  '',
  'This is a multi-part message in MIME format.',
  '',
  `--${B}`,
  'Content-Type: text/html; charset="UTF-8"',
  'Content-Transfer-Encoding: quoted-printable',
  'Content-Location: main.htm',
  '',
  quoted(RECORDED_PAGE),
  `--${B}`,
  'Content-Type: image/jpeg',
  'Content-Transfer-Encoding: base64',
  'Content-Location: screenshot0001.JPEG',
  '',
  '/9j/4AAQ',
  `--${B}--`,
  '',
].join('\r\n')

/** Makes an archive of one packed file. */
export function zipOf(name: string, content: string): Buffer {
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
