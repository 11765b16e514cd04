// Reads addresses of pages and services: what counts as one, its origin, and whether a person has named it.
import { fold } from '../matching/fold.ts'

/** Schemes whose address leads off this machine when it is opened. */
const LEADS_OUT =
  /^(https?|wss?|ftps?|sftp|ssh|telnet|mailto|xmpp|sip|tel|sms|smb|nfs|dav|davs|webcal|magnet|irc|news):/i
const HOST = /^(?:[a-z][a-z0-9+.-]*:)?\/{0,2}(?:[^/@\s?#]*@)?(\[[0-9a-f:.]+\]|[^/:?#\s]+)(?::(\d+))?/i
/** An address without a scheme: `example.org/path`, `localhost:8080`, `127.0.0.1`. A file name (`a.txt`) has none of these endings. */
const BARE =
  /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}))(?::\d+)?(?:[/?#]\S*)?$/u
/** Endings that name files rather than hosts. */
const FILE_ENDING =
  /\.(txt|md|pdf|odt|ods|odp|docx?|xlsx?|pptx?|csv|png|jpe?g|gif|svg|webp|zip|gz|tar|json|ya?ml|xml|html?|js|ts|py|sh|c|h|cpp|log|ini|cfg|conf|desktop|mp3|mp4|wav|ogg|bak|tmp|rtf|tex)$/i

/** Removes the characters that browsers leave out of an address, so that nothing can be hidden in it. */
const bare = (text: string): string => text.replace(/[\s\p{C}]+/gu, '')

/** Tells whether opening this text leads to another machine or service. */
export function leadsOut(text: string): boolean {
  const address = bare(text)
  // The last alternative is a shared folder of another machine in Windows' notation.
  if (LEADS_OUT.test(address) || /^\\\\[^\\]/.test(address)) return true
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address) || address.startsWith('/')) return false
  const host = address.split(/[/?#]/)[0] ?? ''
  return BARE.test(address) && (address !== host || !FILE_ENDING.test(host))
}

/** `http:\\evil.example\@example.org` is on `evil.example` for a browser, and `http://2130706433` on 127.0.0.1. */
function asBrowsersRead(address: string): string {
  if (!/^(https?|wss?|ftp):/i.test(address)) return address
  return URL.canParse(address) ? new URL(address).href : address
}

/** `example.org:8080`, in lower case and without `www.`; empty where there is none. A mail address counts by its host. */
export function originOf(text: string): string {
  const address = bare(text)
  const mail = /^mailto:[^@?]*@([^?]+)/i.exec(address)?.[1]
  if (mail !== undefined) return mail.toLowerCase()
  const [, host = '', port] = HOST.exec(asBrowsersRead(address)) ?? []
  const usual = /^https:/i.test(address) ? '443' : '80'
  const name = host
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '')
  return port === undefined || port === usual ? name : `${name}:${port}`
}

/** A path in quotes: its words are of whoever has named the file. */
const QUOTED_PATH = /["'“‘„«]\s*(?:~|\.{1,2})?[/\\][^"'”’»\n]*["'”’»]/g

/** Tells whether a request contains the address, or the name of its host, as a word of its own and not in the name of a file. */
export function namesOrigin(request: string, address: string): boolean {
  const wanted = originOf(address)
  if (wanted === '') return false
  return request
    .replace(QUOTED_PATH, ' ')
    .split(/[\s"'“”‘’<>()[\]{},;，。；：（）「」]+/u)
    .map((word) => word.replace(/[.!?:…]+$/, ''))
    .some((word) => word !== '' && originOf(word) === wanted)
}

/** Letters and digits of scripts that put spaces between words. */
const isLetter = (char: string | undefined): boolean =>
  char !== undefined &&
  /[\p{L}\p{N}]/u.test(char) &&
  !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(char)

/**
 * Tells whether a request contains this text in whole words, whatever the case and the white space: any letter is somewhere in a request.
 * With `isBegun` the last word may lack its end.
 */
export function namesText(request: string, text: string, isBegun = false): boolean {
  const plain = (from: string) => from.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  const [whole, wanted] = [plain(request), plain(text)]
  for (let at = whole.indexOf(wanted); at !== -1; at = whole.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    const begins = !isLetter(wanted[0]) || !isLetter(whole[at - 1])
    if (begins && (isBegun || !isLetter(wanted.at(-1)) || !isLetter(whole[end]))) return true
  }
  return false
}

/** Tells whether a request contains this label, whole and between words of its own. */
export function namesLabel(request: string, label: string): boolean {
  const [text, wanted] = [fold(request), fold(label)]
  const isPart = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char)
  for (let at = wanted === '' ? -1 : text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const [before, after] = [text[at - 1], text[at + wanted.length]]
    const begins = !isPart(wanted[0]) || !isPart(before)
    if (begins && (!isPart(wanted.at(-1)) || !isPart(after))) return true
  }
  return false
}
