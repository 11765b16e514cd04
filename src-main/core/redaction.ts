// Hides what nobody may read in a log: API keys, tokens, passwords in addresses. The logger passes everything through here.

/** The text in place of a secret. */
export const MASK = '[secret]'

const PATTERNS: [RegExp, string][] = [
  [/\b(sk|pk|rk|ghp|gho|xox[abp])[-_][A-Za-z0-9_-]{8,}/g, MASK],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, `$1 ${MASK}`],
  [/(:\/\/[^\s:/@]+:)[^\s@/]+@/g, `$1${MASK}@`],
  [
    /((?:api[-_]?key|token|password|passwd|secret|authorization)["']?\s*[:=]\s*["']?)[^\s"',}]{4,}/gi,
    `$1${MASK}`,
  ],
]

const known = new Set<string>()

/** Masks exactly this text from now on, wherever it appears. Call it for every API key that is read. */
export function registerSecret(secret: string): void {
  if (secret.length >= 4) known.add(secret)
}

/** Masks registered secrets only: for texts of a person or a run, which a guess would spoil. */
export function redactKnown(text: string): string {
  let result = text
  for (const secret of known) result = result.replaceAll(secret, MASK)
  return result
}

export function redact(text: string): string {
  let result = redactKnown(text)
  for (const [pattern, mask] of PATTERNS) result = result.replace(pattern, mask)
  return result
}
