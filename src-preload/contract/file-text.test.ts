import { describe, expect, it } from 'vitest'
import { fileText } from './file-text.ts'

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)),
  )

describe('a file is read as text', () => {
  it.each([
    ['UTF-8', bytes('Grüße'), 'Grüße'],
    ['UTF-8 with a byte order mark', bytes([0xef, 0xbb, 0xbf], 'a'), 'a'],
    ['UTF-16 of Windows', bytes([0xff, 0xfe, 0x61, 0, 0x2c, 0]), 'a,'],
    ['UTF-16 of the other order', bytes([0xfe, 0xff, 0, 0x61]), 'a'],
  ])('in %s', (_, given, text) => expect(fileText(given)).toEqual({ text, fault: null }))

  it.each([
    ['nothing in it', bytes(), 'empty'],
    ['only blanks in it', bytes(' \r\n\t'), 'empty'],
    ['a picture', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13]), 'no_text'],
    ['a PDF that begins with text alone', bytes('%PDF-1.7\n1 0 obj\n'), 'no_text'],
    ['a compressed file without a zero byte', bytes([0x1f, 0x8b, 8, 1, 2, 0xff, 3]), 'no_text'],
    ['letters of an older encoding', bytes('name\nM', [0xfc], 'ller\n'), 'encoding'],
  ])('and a file with %s is none', (_, given, fault) =>
    expect(fileText(given)).toEqual({ text: null, fault }),
  )
})
