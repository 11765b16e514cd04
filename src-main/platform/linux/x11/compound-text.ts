// Decodes COMPOUND_TEXT, the encoding of older window titles (xterm's): ISO 2022 with UTF-8 inserts.

const ESCAPE = 0x1b
/**
 * Maps an escape sequence to the encoding of the bytes that follow. Two-byte sets come with seven bits; the decoders expect the eighth bit
 * set.
 */
const SETS: [string, { encoding: string; seven: boolean }][] = [
  ['%G', { encoding: 'utf-8', seven: false }],
  ['%@', { encoding: 'latin1', seven: false }],
  ['$(A', { encoding: 'gbk', seven: true }],
  ['$)A', { encoding: 'gbk', seven: false }],
  ['$(B', { encoding: 'euc-jp', seven: true }],
  ['$)B', { encoding: 'euc-jp', seven: false }],
  ['$(C', { encoding: 'euc-kr', seven: true }],
  ['$)C', { encoding: 'euc-kr', seven: false }],
  ['-A', { encoding: 'iso-8859-1', seven: false }],
  ['-B', { encoding: 'iso-8859-2', seven: false }],
  ['-L', { encoding: 'iso-8859-5', seven: false }],
  ['-F', { encoding: 'iso-8859-7', seven: false }],
  ['-b', { encoding: 'iso-8859-15', seven: false }],
  ['(B', { encoding: 'latin1', seven: false }],
  ['(J', { encoding: 'latin1', seven: false }],
]

/** Replaces what can't be read by a replacement character; never throws. */
export function decodeCompoundText(data: Buffer): string {
  let text = ''
  let set = { encoding: 'latin1', seven: false }
  for (let offset = 0; offset < data.length;) {
    if (data[offset] === ESCAPE) {
      const found = SETS.find(
        ([sequence]) => data.toString('latin1', offset + 1, offset + 1 + sequence.length) === sequence,
      )
      offset += 1 + (found?.[0].length ?? 0)
      if (found) set = found[1]
      continue
    }
    const next = data.indexOf(ESCAPE, offset)
    const end = next === -1 ? data.length : next
    const part = Buffer.from(data.subarray(offset, end))
    if (set.seven) for (const [index, byte] of part.entries()) part[index] = byte > 0x20 ? byte | 0x80 : byte
    text += new TextDecoder(set.encoding).decode(part)
    offset = end
  }
  return text
}
