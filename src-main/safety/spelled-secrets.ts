// Finds passwords that a person has spelled in a request, so that they are masked before they are typed.
import { PASSWORD_NAME } from './vocabulary.ts'

const WORD = String.raw`(?:passwor[dt]|passphrase|passcode|kennwort|pin|otp|senha|contraseña|mot de passe|пароль|密码|口令)`
const IS = String.raw`(?:is|ist|est|es|equals|=|:|：|为|是)`
const QUOTED = `["“„«「'‘]([^"”“»」'’\\n]{1,200})["”“»」'’]`
const PLAIN = String.raw`([^\s"“„«「'‘]{1,200})`
const INTO = String.raw`(?:in|into|as|for|to)\s{1,5}(?:the\s{1,5})?(?:[\p{L}\p{N}]{1,30}\s{1,5}){0,2}`

const PATTERNS: readonly RegExp[] = [
  // password "x", password is "x"
  new RegExp(`${WORD}\\s{0,5}${IS}?\\s{0,5}${QUOTED}`, 'giu'),
  // "x" into the password field
  new RegExp(`${QUOTED}\\s{1,5}${INTO}["“'‘]?${WORD}`, 'giu'),
  // password: x
  new RegExp(`${WORD}\\s{0,5}${IS}\\s{0,5}${PLAIN}`, 'giu'),
  // password x1: only what is no word of a language
  new RegExp(`${WORD}\\s{1,5}(?=\\S{0,200}[\\d!@#$%^&*_])${PLAIN}`, 'giu'),
  // type x1 into the password field
  new RegExp(`(?:type|enter|write)\\s{1,5}${PLAIN}\\s{1,5}${INTO}["“'‘]?${WORD}`, 'giu'),
]

/** The most characters of a request that are searched. */
const MAX_LOOKED_AT = 20_000
const END_MARKS = /[.,;:!?)]{1,3}$/

export function spelledSecrets(request: string): string[] {
  const text = request.slice(0, MAX_LOOKED_AT)
  const found = PATTERNS.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))
  const spelled = found.flatMap((secret) => [secret, secret.replace(END_MARKS, '')])
  return [...new Set(spelled)].filter((secret) => secret !== '')
}

/** Lists the secrets in an answer: the whole answer where the question asked for a password. */
export const answeredSecrets = (question: string, answer: string): string[] =>
  PASSWORD_NAME.test(question) ? [answer] : spelledSecrets(answer)
