// Reads addresses of pages and services: what counts as one, its origin, and whether a person has named it.
import { piecesOf } from '../../src-preload/contract/quotes.ts'
import { fold } from '../matching/fold.ts'

/** Schemes whose address leads off this machine when it is opened, also without slashes behind them. */
const LEADS_OUT =
  /^(https?|wss?|ftps?|sftp|ssh|telnet|mailto|xmpp|sips?|tel|sms|smb|nfs|davs?|webcals?|magnet|ircs?|news|gopher|git|svn|rsync|ldaps?|rdp|vnc|spice|matrix|tg|skype|zoommtg|msteams|callto|facetime|bitcoin|geo):/i
/** Schemes with two slashes whose address stays on this machine. Any other one may lead elsewhere. */
const STAYS =
  /^(file|about|data|javascript|blob|trash|recent|starred|computer|admin|applications|preferences|burn|cdda|archive|macro|private|vnd\.sun\.star\.\w+|x-\w[\w-]*|chrome|edge|brave|opera|vivaldi|resource|moz-extension|chrome-extension|app|devtools):/i
/** What a browser puts before the address of another page, to show that in another way. */
const WRAPPING =
  /^(?:(?:view-source|feed|jar|blob|filesystem|wyciwyg|reader|read|cache):(?:\/\/)?)+(?=[a-z]+:)/i
const HOST =
  /^(?:[a-z][a-z0-9+.-]*:(?!\d))?[/\\]{0,4}(?:[^/\\@\s?#]*@)*(\[[0-9a-f:.]+\]|[^/\\:?#\s]+)(?::(\d+))?/i
/** An address without a scheme: `example.org/path`, `localhost:8080`, `127.0.0.1`, `a@example.org`. A file name (`a.txt`) has none of these endings. */
const BARE =
  /^(?:[^/@\s?#]*@)?(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\]|(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)\.?)(?::\d+)?(?:[/?#]\S*)?$/iu
/** `intranet:8080`: a machine of the same network. */
const WITH_PORT = /^(?:[^/@\s?#]*@)?\p{L}[\p{L}\p{N}_.-]*:\d{1,5}(?:[/?#]\S*)?$/u
/** Endings that name files rather than hosts. */
const FILE_ENDING =
  /\.(txt|md|pdf|odt|ods|odp|docx?|xlsx?|pptx?|csv|png|jpe?g|gif|svg|webp|zip|gz|tar|json|ya?ml|xml|html?|js|ts|py|sh|c|h|cpp|log|ini|cfg|conf|desktop|mp3|mp4|wav|ogg|bak|tmp|rtf|tex)$/i
/** Those of them that are also the endings of hosts, which an address bar opens. */
const HOST_ENDING = /\.(md|zip|py|sh)$/i

/** Removes the characters that browsers leave out of an address, and unifies lookalikes, so that nothing can be hidden in it. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{C}]+/gu, '')
    .replace(/[。｡]/g, '.')
    .replace(WRAPPING, '')

/** Tells whether opening this text leads to another machine or service. */
export function leadsOut(text: string): boolean {
  const address = bare(text)
  // The last alternative is a shared folder of another machine in Windows' notation.
  if (LEADS_OUT.test(address) || /^\\\\[^\\]/.test(address)) return true
  if (/^file:/i.test(address)) return /^file:[/\\]{2}(?!localhost[/\\])[^/\\]/i.test(address)
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return !STAYS.test(address)
  if (WITH_PORT.test(address) && !/\s/.test(text.trim())) return true
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address) || address.startsWith('/')) return false
  const host = address.split(/[/?#]/)[0] ?? ''
  return BARE.test(address) && (address !== host || !FILE_ENDING.test(host))
}

/** Tells whether an address bar opens this text as an address, rather than searching for it: `evil/`, `notes.md`, `2130706433/`, too. */
export function opensInBar(text: string): boolean {
  if (leadsOut(text)) return true
  const written = text.trim()
  if (/\s/.test(written) || /^(?:~|\/(?![/\\])|[a-z]:\\|[a-z][a-z0-9+.-]*:)/i.test(written)) return false
  return /[/\\]/.test(written) || (BARE.test(bare(written)) && HOST_ENDING.test(bare(written)))
}

/** `http:\\evil.example\@example.org` is on `evil.example` for a browser, and `http://2130706433` on 127.0.0.1. */
function asBrowsersRead(address: string): string {
  if (!/^(https?|wss?|ftp):/i.test(address)) return address
  return URL.canParse(address) ? new URL(address).href : address
}

/** Writes a host as browsers do: `xn--…` for other letters, four numbers for `0x7f.1`. */
function asHost(host: string): string {
  const address = `http://${host.replace(/^www\./i, '').replace(/\.$/, '')}/`
  return URL.canParse(address) ? new URL(address).hostname : host.toLowerCase()
}

/** `example.org:8080`, in lower case and without `www.`; empty where there is none. A mail address counts by its host. */
export function originOf(text: string): string {
  const address = bare(text)
  const [mail] = recipientsOf(address)
  if (mail !== undefined) return mail
  const [, host = '', port] = HOST.exec(asBrowsersRead(address)) ?? []
  const usual = /^https:/i.test(address) ? '443' : '80'
  const name = host === '' ? '' : asHost(host)
  return port === undefined || port === usual ? name : `${name}:${port}`
}

/** Lists the hosts of all that a mail address writes to, in copies too. */
function recipientsOf(address: string): string[] {
  if (!/^mailto:/i.test(address)) return []
  const [to = '', fields = ''] = address.slice('mailto:'.length).split('?')
  const copies = [...new URLSearchParams(fields)].flatMap(([name, value]) =>
    /^(to|cc|bcc)$/i.test(name) ? [value] : [],
  )
  return [decoded(to), ...copies].flatMap((list) =>
    [...list.matchAll(/@([^\s,;>@]+)/g)].map(([, host = '']) => asHost(host)),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What a query and a fragment give to the page. */
const valuesOf = (rest: string): string[] =>
  rest
    .split(/[?&#;]/)
    .slice(1)
    .map((each) => each.slice(each.indexOf('=') + 1))

/** The address in a value that a site may pass on to: without a scheme (`//evil.example`, `evil.example/x`), or in base64. */
function addressIn(value: string): string[] {
  if (/^[/\\]{2}[^/\\]/.test(value)) return [`http:${value}`]
  if (/[/\\]/.test(value) && leadsOut(value)) return [value]
  const inside = BASE64_ADDRESS.test(value) ? Buffer.from(value, 'base64').toString() : ''
  return /^https?:/i.test(inside) ? [inside] : []
}
/** The beginning of `http` and `HTTP` in base64. */
const BASE64_ADDRESS = /^(?:aHR0c|SFRUU)[\w+/=-]*$/

/** Lists every origin that hears of it when the address is opened: its own, each recipient's, and those that it is passed on to. */
function originsOf(text: string): string[] {
  const address = bare(text)
  const own = originOf(text)
  const rest = decoded(decoded(address.replace(/^[a-z][a-z0-9+.-]*:[/\\]*/i, '')))
  const written = [...rest.matchAll(/\b(?:https?|ftps?|wss?):[/\\]+[^\s&#]+/gi)].map(([each]) => each)
  const passedOn = [...written, ...valuesOf(rest).flatMap(addressIn)].map((each) => originOf(each))
  return [...new Set([own, ...hostOfOthers(address), ...recipientsOf(address), ...passedOn])].filter(
    (origin) => origin !== '',
  )
}

/**
 * The host as programs beside browsers read it: for them a backslash, a question mark or a hash before the first slash ends no host, so that
 * `http://named.example\@evil.example` is on `evil.example`.
 */
function hostOfOthers(address: string): string[] {
  const [, authority = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/]*)/i.exec(address) ?? []
  const at = authority.lastIndexOf('@')
  return /[\\?#].*@/.test(authority) ? [originOf(`http://${authority.slice(at + 1)}`)] : []
}

/** A path in quotes: its words are of whoever has named the file. */
const QUOTED_PATH = /["'“‘„«]\s*(?:~|\.{1,2})?[/\\][^"'”’»\n]*["'”’»]/g

/** Leaves out quoted texts of several words, in whatever quotes: they are there to be typed or looked for, and may come from a table's cell. */
const withoutTexts = (request: string): string => {
  const { pieces, open } = piecesOf(request)
  const words = pieces.map(({ text, mark }) =>
    mark === '' ? text : /\s/.test(text.trim()) ? ' ' : ` ${text} `,
  )
  return words.join('') + (open ?? '')
}

/** A path, or what follows the scheme of an address: the words in it are of whoever has named the file. */
const PATH = /(?:file:|~|\.{1,2}|[a-z]:)?(?<![\p{Script=Latin}\p{N}_-])[/\\][^\s"'“”‘’«»「」()（），；。]+/giu

/** A request without its paths, but for those of a file of this name, or of this name without its ending. */
export function withoutOtherPaths(request: string, name: string): string {
  const isOf = (path: string) => {
    const last = path.split(/[/\\]/).at(-1) ?? ''
    return last === name || last.replace(/[.,;:!?…]+$/, '') === name || stemOf(last) === name
  }
  return request
    .replace(QUOTED_PATH, (quoted) => (isOf(quoted.slice(1, -1).trim()) ? quoted : ' '))
    .replace(PATH, (path) => (isOf(path) ? path : ' '))
}

/** Gives the name of a file without its ending. */
export const stemOf = (name: string): string => name.replace(/(?<=.)\.[^.]+$/, '')

/** Tells whether a request has these words, and not only in a text that is to be typed or looked for, or in the name of a file. */
export const asksFor = (request: string, words: RegExp): boolean =>
  words.test(withoutTexts(request).replace(PATH, ' '))

/**
 * Tells whether a request contains the address, or the name of its host, as a word of its own and not in the name of a file or in a text. An
 * address that passes on to others, or writes to several, is named only with all of them.
 */
export function namesOrigin(request: string, address: string): boolean {
  const wanted = originsOf(address)
  if (wanted.length === 0) return false
  const named = withoutTexts(request.replace(QUOTED_PATH, ' '))
    .split(/[\s"'“”‘’<>()[\]{},;，。；：（）「」]+/u)
    .map((word) => word.replace(/[.!?:…]+$/, ''))
    .flatMap((word) => (word === '' ? [] : originsOf(word)))
  return wanted.every((origin) => named.includes(origin))
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

/** Whether two characters side by side may be of one word. Chinese has no spaces, but a word of it ends at a Latin letter. */
const isJoined = (left: string | undefined, right: string | undefined): boolean =>
  [left, right].every((char) => char !== undefined && /[\p{L}\p{N}]/u.test(char)) &&
  isLetter(left) === isLetter(right)

/** Tells whether a request contains this label, whole and between words of its own. */
export function namesLabel(request: string, label: string): boolean {
  const [text, wanted] = [fold(request), fold(label)]
  for (let at = wanted === '' ? -1 : text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const [before, after] = [text[at - 1], text[at + wanted.length]]
    if (!isJoined(before, wanted[0]) && !isJoined(wanted.at(-1), after)) return true
  }
  return false
}

/** Whether a dialog means a folder of another machine: `sftp://…`, `\\server\share`. */
export const isElsewhere = (path: string): boolean =>
  /^(?:[a-z][a-z0-9+.-]+:\/\/|\\\\)/i.test(path.trim()) && leadsOut(path)
