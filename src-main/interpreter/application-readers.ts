// Reads clauses that an application's own menus, dialogs and fields carry out, what is done with files, and words that only point.
import type { FileDeed } from './clauses.ts'
import { menuCommandOf } from './menu-commands.ts'
import { DELETING } from './named-items.ts'
import { NUMBER, numberOf } from './numbers.ts'
import { givesValue, NOT_THIS, QUOTES, type Read, type Reader, type Words } from './reading.ts'

const CELL = '[a-z]{1,3}\\d{1,7}'
const isPath = (text: string): boolean => /^(?:~(?:\/|$)|\/|\.{1,2}\/|file:)/.test(text)
const BY_PATH = ' Say where it is by its path: "~/Documents/NAME".'
/** What is said of a file, and is often said of a text. */
const TEXT_OR_PATH = ' Say what: delete "~/NAME", or: select the text "TEXT", press Delete.'
/** Names of signs, which are not meant letter by letter: “replace tabs with spaces”. */
const SIGNS =
  /^(?:tab(?:ulator)?|space|blank|comma|semicolon|colon|dot|period|dash|hyphen|underscore|slash|quote|apostrophe|bracket|linebreak|newline|vowel|digit|capital)(?:e?s)?$/i
const LINES = ' Say: go to line 2, press Home, press Shift+End.'
const ORDINAL = '(?:first|second|third|fourth|fifth|last|next|current|\\d{1,6}(?:st|nd|rd|th))'
/** What can be an address without quotes; `notes.txt` is a file. */
const ADDRESS =
  '(?:https?://|www\\.|localhost\\b|\\d{1,3}(?:\\.\\d{1,3}){3}\\b)\\S*|(?:[\\w-]{1,63}\\.){1,9}(?:com|org|net|edu|gov|io|dev|info|eu|uk|de|fr|es|it|nl|ch|at|cn|jp|us)(?:[:/]\\S*)?'

/** Takes in a path and where it goes, both as they were written. */
const fileDeed = (
  does: FileDeed,
  path: string | undefined,
  to: string | null | undefined,
  { plain }: Words,
): Read | string => {
  const bare = (text: string) => plain(text.replace(/^(?:the|my)\s+/i, '').replace(SORT_OF_FILE, '')).trim()
  const what = bare(path ?? '')
  const where = to === null ? null : bare(to ?? '')
  const isNamed = does === 'rename' && where !== null && /^[^/]+$/.test(where)
  return isPath(what) && (where === null || isPath(where) || isNamed)
    ? { kind: 'file', does, path: what, to: where }
    : BY_PATH
}
const SORT_OF_FILE = /^(?:(?:file|folder|directory|document)s?\s+)+(?=\S)/i

/** Commands of menus, and what is done by several acts. They come first, because their verbs are those of others, too. */
export const OF_APPLICATIONS: [RegExp, Reader][] = [
  [
    /^.{1,100}$/,
    ([clause]) => {
      const command = menuCommandOf(clause)
      return command === null ? NOT_THIS : { kind: 'command', command }
    },
  ],
  [
    /^(?:(?:go|switch|change|move)\s+to\s+(?:the\s+)?)?(?:the\s+)?(next|previous)\s+tab$/i,
    ([, which]) => ({ kind: 'tab', which: /^next$/i.test(which ?? '') ? 'next' : 'previous' }),
  ],
  [
    new RegExp(`^(?:go|jump|move|scroll)\\s+to\\s+(?:the\\s+)?line(?:\\s+number)?\\s+(${NUMBER})$`, 'i'),
    ([, line]) => (numberOf(line ?? '') > 0 ? { kind: 'go to line', line: numberOf(line ?? '') } : ''),
  ],
  [/^undo the deletion of line (\d{1,6})$/i, ([, line]) => ({ kind: 'restore line', line: Number(line) })],
  [
    /^type what was read(?: into (\S.*))?$/i,
    ([, into], { phrase }) => ({
      kind: 'type',
      text: 'what was read',
      into: into === undefined ? null : phrase(into),
      wasRead: true,
    }),
  ],
  [
    new RegExp(`^(?:go|jump|turn|scroll)\\s+to\\s+(?:the\\s+)?page(?:\\s+number)?\\s+(${NUMBER})$`, 'i'),
    ([, page]) => (numberOf(page ?? '') > 0 ? { kind: 'go to page', page: numberOf(page ?? '') } : ''),
  ],
  [
    new RegExp(
      `^(?:select|mark|highlight)\\s+(?:the\\s+)?lines?\\s+(?:from\\s+)?(${NUMBER})(?:\\s?(?:to|through|until|and|-|–)\\s?(${NUMBER}))?$`,
      'i',
    ),
    ([, first, last]) => {
      const [from, to] = [numberOf(first ?? ''), numberOf(last ?? first ?? '')]
      return from > 0 && to >= from ? { kind: 'lines', from, to } : LINES
    },
  ],
  [
    /^zoom\s+(?:in\s+|out\s+)?to\s+(\d{1,4})\s?(?:%|per\s?cent)$/i,
    ([, percent]) => ({ kind: 'zoom', percent: Number(percent) }),
  ],
  [
    /^(?:sort|order|arrange)\s+(?:(?:it|them|the\s+(?:table|list|files|folder|rows|items|view))\s+)?by\s+(?:the\s+(?:column\s+)?)?(\S.*)$/i,
    ([, by], { plain }) => ({ kind: 'sort', by: plain(by).trim() }),
  ],
  [
    /^paste\s+(?:(?:it|that|this|the\s+text)\s+)?in(?:to)?\s+(\S.*)$/i,
    ([, into], { phrase }) => ({ kind: 'press', keys: 'Ctrl+V', named: true, into: phrase(into) }),
  ],
  [
    new RegExp(`^(?:go|jump|move)\\s+to\\s+(?:the\\s+)?(cell\\s+)?(${CELL})$`, 'i'),
    ([, said, cell]) =>
      said !== undefined || /^\p{Lu}/u.test(cell ?? '')
        ? { kind: 'cell', cell: (cell ?? '').toUpperCase() }
        : NOT_THIS,
  ],
  [
    new RegExp(
      `^(?:select|mark|highlight|go\\s+to)\\s+(?:the\\s+)?(?:cells?|range)\\s+(?:from\\s+)?(${CELL})(?:(?:\\s+(?:to|through|until)\\s+|\\s?[:–-]\\s?)(${CELL}))?$`,
      'i',
    ),
    ([, from, to]) => ({
      kind: 'cell',
      cell: [from, to].flatMap((each) => each?.toUpperCase() ?? []).join(':'),
    }),
  ],
  [
    new RegExp(
      `^(?:select|mark|highlight)\\s+(?:from\\s+)?(${CELL})(?:(\\s+(?:to|through|until)\\s+)|\\s?[:–-]\\s?)(${CELL})$`,
      'i',
    ),
    // Words may name an item by a range in small letters, as signs do not.
    ([, from, said, to]) =>
      said === undefined || /^\p{Lu}/u.test(from ?? '')
        ? { kind: 'cell', cell: `${from}:${to}`.toUpperCase() }
        : NOT_THIS,
  ],
  [
    /^(?:scroll\s+)?(?:(page)\s+(up|down)|(up|down)\s+(?:a|one)\s+page)$/i,
    ([, , first, second]) => ({
      kind: 'press',
      keys: /^up$/i.test(first ?? second ?? '') ? 'PageUp' : 'PageDown',
    }),
  ],
  [
    /^(?:go|jump|move|scroll)\s+(?:to\s+the\s+|to\s+)?(?:very\s+)?(top|beginning|start|bottom|end)(?:\s+of\s+(?:the|this)\s+(?:document|text|file|page|list|sheet|window))?$/i,
    ([, where]) => ({
      kind: 'press',
      keys: /^(?:bottom|end)$/i.test(where ?? '') ? 'Ctrl+End' : 'Ctrl+Home',
      named: true,
    }),
  ],
  [
    new RegExp(
      `^(?:go|navigate|browse|head)\\s+to\\s+(?:the\\s+)?(?:(?:web\\s?)?(?:page|site)\\s+|address\\s+|url\\s+)?(${ADDRESS}|\uE000\\d{1,6}\uE000)$`,
      'i',
    ),
    ([, address], { plain }) => ({ kind: 'visit', address: plain(address) }),
  ],
  [
    new RegExp(
      `^(?:visit|browse)\\s+(?:the\\s+)?(?:(?:web\\s?)?(?:page|site)\\s+|address\\s+|url\\s+)?(${ADDRESS}|\uE000\\d{1,6}\uE000)$`,
      'i',
    ),
    ([, address], { plain }) => ({ kind: 'visit', address: plain(address) }),
  ],
  [
    /^replace\s+(?:(?:all|every|each|any)\s+)?(?:(?:the\s+)?(?:(?:occurrence|instance|appearance)s?\s+of\s+|text\s+|words?\s+|phrase\s+))?(\S.*?)\s+(?:with|by)\s+(\S.*?)(?:\s+(?:everywhere|throughout|in\s+(?:the\s+|this\s+)?(?:(?:whole|entire)\s+)?(?:document|file|text)))?$/i,
    ([, text, by], words) => {
      if (/^(?:it|this|that|the\s+(?:file|selection))$/i.test(text ?? '')) return ''
      const isGiven =
        givesValue(text, words) &&
        (givesValue(by, words) || /^nothing$/i.test(by ?? '')) &&
        ![text, by].some((each) => SIGNS.test(each ?? ''))
      if (!isGiven) return QUOTES
      return {
        kind: 'replace',
        text: words.plain(text),
        by: /^nothing$/i.test(by ?? '') ? '' : words.plain(by),
      }
    },
  ],
  [
    /^change\s+(?:(?:all|every|each)\s+)?(\S.*?)\s+(?:to|into)\s+(\S.*?)(\s+(?:everywhere|throughout))?$/i,
    ([, text, by, everywhere], words) => {
      if (words.quoted(text) && words.quoted(by))
        return { kind: 'replace', text: words.plain(text), by: words.plain(by) }
      return everywhere === undefined ? NOT_THIS : QUOTES
    },
  ],
  [
    new RegExp(
      `^(?:select|mark|highlight|delete|copy|cut)\\s+(?:the\\s+)?(?:${ORDINAL}\\s+)?(?:line|paragraph)(?:\\s+(?:number\\s+)?(?:${NUMBER}))?$`,
      'i',
    ),
    () => LINES,
  ],
  [
    /^(?:select|mark|highlight)\s+(?:the\s+)?(?:whole\s+|entire\s+)?(?:all|everything|document|text|all\s+(?:of\s+)?(?:it|the\s+text|text))$/i,
    () => ({ kind: 'select', item: 'all', from: null }),
  ],
  [
    /^(?:select|mark|highlight)\s+(?:the\s+)?(text|words?|phrase|sentence)\s+(?:from\s+)?(\S.*?)(?:\s+(?:to|until|through|up\s+to)\s+(\S+))?$/i,
    ([, sort, text, to], words) => {
      // “the text field” is a control.
      if (/^text$/i.test(sort ?? '') && !words.quoted(text)) return NOT_THIS
      if (to !== undefined && !words.quoted(to)) return QUOTES
      return givesValue(text, words)
        ? { kind: 'mark', text: words.plain(text), to: to === undefined ? null : words.plain(to) }
        : QUOTES
    },
  ],
  [
    /^(?:(?:search|look)\s+for|look\s+up)\s+(?:the\s+(?:text|word|phrase)\s+)?(\S.*)$/i,
    ([, text], words) =>
      givesValue(text, words) ? { kind: 'search', text: words.plain(text), inText: false } : QUOTES,
  ],
  [
    /^find\s+(?:the\s+(?:text|word|phrase)\s+)?(\S.*)$/i,
    ([, text], words) =>
      givesValue(text, words) ? { kind: 'search', text: words.plain(text), inText: true } : QUOTES,
  ],
  [
    /^drag(?:\s+and\s+drop)?\s+(\S.*?)\s+(?:to|onto|on\s+to|into|over\s+to|on)\s+(\S.*)$/i,
    ([, control, to], { phrase }) =>
      /^(?:the\s+)?(?:right|left|top|bottom|up|down)$/i.test(to ?? '')
        ? ' Say what it is dragged to.'
        : { kind: 'drag', control: phrase(control), to: phrase(to) },
  ],
  [
    /^(?:create|make|add)\s+(?:a\s+|the\s+|another\s+)?(?:new\s+)?(?:folder|directory)\s+(?:(?:called|named)\s+)?(\S.*?)(?:\s+(?:in|inside|under|on|at)\s+(\S.*))?$/i,
    ([, name, within], words) => {
      const folder =
        within === undefined
          ? null
          : words.plain(within.replace(/^(?:the|my)\s+/i, '').replace(SORT_OF_FILE, ''))
      if (folder !== null && !isPath(folder)) return BY_PATH
      return fileDeed(
        'make',
        folder === null ? name : `${folder.replace(/\/$/, '')}/${words.plain(name)}`,
        null,
        words,
      )
    },
  ],
  DELETING,
  [
    /^delete\s+(?:(it|this|that|them)|the\s+(?:selection|selected\s+(?:text|words?|cells?)))$/i,
    // “click Yes, delete it” names one button.
    ([, it]) => (it === undefined ? { kind: 'press', keys: 'Delete' } : TEXT_OR_PATH),
  ],
  [
    /^(?:delete|trash|remove\s+the\s+(?:file|folder))\s+(\S.*)$/i,
    ([, path], words) => {
      const deed = fileDeed('trash', path, null, words)
      return typeof deed === 'string' ? TEXT_OR_PATH : deed
    },
  ],
  [
    /^move\s+(\S.*?)\s+(?:to|into)\s+(?:the\s+)?(?:trash|waste\s?basket|bin|recycle\s+bin)$/i,
    ([, path], words) => fileDeed('trash', path, null, words),
  ],
  [
    /^rename\s+(\S.*?)\s+(?:to|into|as)\s+(\S.*)$/i,
    ([, path, to], words) => fileDeed('rename', path, to, words),
  ],
  [
    /^move\s+(\S.*?)\s+(?:to|into)\s+(\S.*)$/i,
    ([, path, to], words) => (/\bwindow$/i.test(path ?? '') ? '' : fileDeed('move', path, to, words)),
  ],
  [/^copy\s+(\S.*?)\s+(?:to|into)\s+(\S.*)$/i, ([, path, to], words) => fileDeed('copy', path, to, words)],
]

/** Words that point at something which only a person sees. */
export const POINTING: [RegExp, Reader][] = [
  [
    /^(maximi[sz]e|minimi[sz]e|restore|un-?maximi[sz]e|un-?minimi[sz]e)(?:\s+(.+))?$/i,
    ([, how = '', what = 'the window'], { plain }) => {
      // “restore the file” means no window.
      if (/^restore/i.test(how) && !/\bwindow$/i.test(what)) return NOT_THIS
      const state = /^max/i.test(how) ? 'maximized' : /^min/i.test(how) ? 'minimized' : 'normal'
      return { kind: 'window state', what: plain(what), state }
    },
  ],
  [
    /^(?:turn|switch)\s+(?:off|on)\s+(?:(?:the|my|this)\s+)?(?:computer|pc|machine|laptop|monitor|screen)$/i,
    () => ' Plain commands switch nothing of the system itself.',
  ],
  [
    /^wait\s+(?:for|until)\s+(?:it|this|that|(?:the|this)\s+(?:page|document|program|file))\s+(?:is|has|was|to)\b/i,
    () => ' Say what appears then: wait for "Done".',
  ],
  [/^read\s+(?:it|this|that|everything)(?:\s+(?:to\s+me|aloud|out))?$/i, () => ' Say what: read document.'],
  [
    /^(?:open|start|launch)\s.*\s&\s+(?:type|write|press|click|open|save|select|choose|close)\b/i,
    () => ' Join commands by “and”.',
  ],
  [
    /^open\s+the\s+(?:main|primary|hamburger|application)\s+menu$/i,
    () => ({
      kind: 'named item',
      names: [
        'Main Menu',
        'Primary Menu',
        'Application Menu',
        'Open Menu',
        'Menu',
        'Hauptmenü',
        'Menü',
        '主菜单',
      ],
    }),
  ],
  [/^open\s+the\s+menu$/i, () => ' Say which: open the File menu.'],
]
