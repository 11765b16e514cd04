// Reads the bytes of a person's file as text, for windows and program alike, and says why a file is none.

/** `empty`: nothing but blanks. `no_text`: a picture, a PDF, a program … `encoding`: a text, but in no encoding that is read. */
export type NoText = 'empty' | 'no_text' | 'encoding'

export type FileText = { text: string; fault: null } | { text: null; fault: NoText }

/** How a PDF file begins; its first kilobytes may be text. */
const PDF = [0x25, 0x50, 0x44, 0x46, 0x2d]

/** Reads UTF-8, or UTF-16 where its byte order mark says so. A byte order mark is no part of the text. */
export function fileText(bytes: Uint8Array): FileText {
  const [first, second] = bytes
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  // No text of another encoding has a zero byte.
  if ((wide === null && bytes.includes(0)) || PDF.every((byte, at) => bytes[at] === byte))
    return { text: null, fault: 'no_text' }
  try {
    const text = new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes)
    return text.trim() === '' ? { text: null, fault: 'empty' } : { text, fault: null }
  } catch {
    return { text: null, fault: isMostlyText(bytes) ? 'encoding' : 'no_text' }
  }
}

/** Bytes that tell what a file is. */
const ENOUGH = 4096

/** Tells a text of an older encoding, whose letters are mostly ASCII, from a file of another kind without a zero byte. */
function isMostlyText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, ENOUGH)
  const odd = head.filter((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20)).length
  return odd === 0
}
