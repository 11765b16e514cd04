// Makes text harmless for a terminal.

// oxlint-disable-next-line no-control-regex -- those are the characters that must go
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]+/g

/**
 * Writes one line without control characters. Titles, texts and results come from the screen: an escape sequence in one of them must not
 * move the cursor, and a change of direction must not reverse the words of a question.
 */
export const plain = (text: string): string => text.replace(CONTROL, ' ').trim()

/** Splits into lines, and makes each of them harmless. */
export const plainLines = (text: string): string[] =>
  text.split(/\r\n|\n|\r/).map((line) => line.replaceAll('\t', '  ').replace(CONTROL, ' ').trimEnd())
