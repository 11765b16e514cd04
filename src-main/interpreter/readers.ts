// Reads one clause by its verb. A reader takes in what its pattern has found, with quoted texts as marks.
import { canStandBare, isValue } from './bare-texts.ts'
import { isNearKeys, keysOf } from './key-words.ts'
import { LAST_DONE } from './menu-commands.ts'
import { NAMED_ITEMS } from './named-items.ts'
import { NUMBER, numberOf } from './numbers.ts'
import { readOpening } from './openings.ts'
import { OF_APPLICATIONS, POINTING } from './application-readers.ts'
import { UNIT } from './units.ts'
import { NOT_THIS, QUOTES, type Read, type Reader, type Words } from './reading.ts'

const NO_KEYS = ' These are no keys; a button is pressed by: click BUTTON.'

/** Reads the path of a menu, `File > Save As…`. */
function pathOf(path: string | undefined, { plain }: Words): string[] {
  const items = (path ?? '').split(STEP).map((item) => plain(item.replace(/^the\s+/i, '')).trim())
  const [only = '', ...others] = items
  // The quotes may stand around the whole path: “File > Save As…”.
  const inner = only.split(INNER_STEP)
  return others.length === 0 && inner.every((item) => item.trim() !== '') ? inner : items
}
const STEP = /\s*[>›→]\s*/
const INNER_STEP = / [>›→] /

/** The shortcuts that are the same in every application but a terminal; those for doing again are not. */
const EDITING: Record<string, string> = { undo: 'Ctrl+Z', cut: 'Ctrl+X', copy: 'Ctrl+C', paste: 'Ctrl+V' }

const clickOn = (control: string): Read => ({ kind: 'click', control, button: 'left', double: false })

export const READERS: [RegExp, Reader][] = [
  ...OF_APPLICATIONS,
  ...POINTING,
  ...NAMED_ITEMS,
  [
    /^go\s+into\s+the\s+folder\s+(\S.*)$/i,
    ([, control], { phrase }) => ({
      kind: 'click',
      control: phrase(control),
      button: 'left',
      double: true,
      enters: true,
    }),
  ],
  [
    /^open\s+(?:(?:the\s+)?menu\s+(.+)|the\s+(.+)\s+menu)$/i,
    ([, after, before], { phrase }) => clickOn(`the ${phrase(after ?? before)} menu`),
  ],
  [
    /^(?:open|(?:switch|change|go)\s+(?:back\s+)?to)\s+(?:(?:the\s+)?tab\s+(.+)|the\s+(.+)\s+tab)$/i,
    ([, after, before], { phrase }) => clickOn(`the ${phrase(after ?? before)} tab`),
  ],
  [
    /^(?:click|select|open|go\s+to)\s+(?:on\s+)?(\S.*?\s[>›→]\s.*\S)$/i,
    ([, path], words) => {
      const items = pathOf(path, words)
      return items.includes('') ? '' : { kind: 'menu', path: items }
    },
  ],
  [
    /^(?:open|start|launch)\s+(.+?)(?:\s+(?:with|in|using)\s+(.+))?$/i,
    ([, what, after], { plain }) => ({ kind: 'open', ...readOpening(what ?? '', after, plain) }),
  ],
  [
    /^(?:switch|change|go\s+back)(?:\s+back)?\s+to\s+(.+)$/i,
    ([, what], { plain }) => ({ kind: 'switch', what: plain(what?.replace(/^the\s+/i, '')) }),
  ],
  [
    /^bring\s+(.+?)\s+(?:(?:in)?to\s+(?:the\s+)?(?:front|foreground)|forward|up)$/i,
    ([, what], { plain }) => ({ kind: 'switch', what: plain(what?.replace(/^the\s+/i, '')) }),
  ],
  [
    /^(?:without\s+saving|discard\s+(?:(?:the|all|my)\s+)?(?:unsaved\s+)?changes|(?:do\s+not|don['’]t)\s+save(?:\s+(?:it|the\s+changes))?)$/i,
    () => ({ kind: 'discard' }),
  ],
  [
    /^(?:close|quit|exit)\s+(.+)$/i,
    ([, what], { plain }) =>
      /^(?:everything|all(?:\s+(?:the\s+)?(?:windows|programs|apps|applications))?)$/i.test(what ?? '')
        ? ' Name each of them: close APP.'
        : { kind: 'close', what: plain(what?.replace(/^the\s+/i, '')) },
  ],
  [
    /^(?:fill\s+in|enter|type|write|put)\s+(\S+)\s+(?:for|as)\s+(?:the\s+)?(.+)$/i,
    ([, text, control], { phrase, plain, quoted }) =>
      quoted(text) || isValue(text ?? '')
        ? { kind: 'set', control: phrase(control), text: plain(text) }
        : QUOTES,
  ],
  [
    /^(?:type|write|enter)\s+(?:the\s+(?:text|words?)\s+)?(.+?)(?:\s+(?:in|into|in\s+to)\s+(.+))?$/i,
    ([, text, into], { plain, phrase, quoted }) =>
      quoted(text) || canStandBare(text ?? '')
        ? { kind: 'type', text: plain(text), into: into === undefined ? null : phrase(into) }
        : QUOTES,
  ],
  [
    /^(?:put|insert)\s+(\S+)\s+(?:in|into|in\s+to)\s+(.+)$/i,
    ([, text, into], { plain, phrase, quoted }) =>
      quoted(text) || isValue(text ?? '') ? { kind: 'type', text: plain(text), into: phrase(into) } : QUOTES,
  ],
  [
    /^insert\s+(?:the\s+(?:text|word)\s+)?(\uE000\d{1,6}\uE000)(?:\s+here)?$/,
    ([, text], { plain }) => ({ kind: 'type', text: plain(text), into: null }),
  ],
  [
    /^fill(?:\s+(?:in|out))?\s+(.+?)\s+with\s+(.+)$/i,
    ([, control, text], { phrase, plain, quoted }) =>
      quoted(text) || isValue(text ?? '')
        ? { kind: 'set', control: phrase(control), text: plain(text) }
        : QUOTES,
  ],
  [
    /^(double[-\s]?click|right[-\s]?click|click|tap)(?:\s+(?:on|at))?\s+(.+)$/i,
    ([, how, control], { phrase }) =>
      /^(?:it|this|that|here|there|them)$/i.test(control ?? '')
        ? ' Say the name of what is to be clicked.'
        : {
            kind: 'click',
            control: phrase(control),
            button: /^right/i.test(how ?? '') ? 'right' : 'left',
            double: /^double/i.test(how ?? ''),
          },
  ],
  [
    /^(?:press|hit|push)\s+(?:on\s+)?(.+)$/i,
    ([, text], { plain, phrase, quoted }) => {
      const said = plain(text)
      const keys = keysOf(said)
      if (keys !== null) return { kind: 'press', keys }
      return isNearKeys(said) && !quoted(text) ? NO_KEYS : clickOn(phrase(text))
    },
  ],
  [
    new RegExp(
      String.raw`^(undo|cut|copy|paste(?: the text)?)(?: (?:it|this|that|them|these|those|the selection|${LAST_DONE}))?(?: here)?(?: (once|twice|thrice|\w{1,6} ?times))?$`,
      'i',
    ),
    ([, what, times]) => {
      const keys = keysOf(`${EDITING[what?.split(' ')[0]?.toLowerCase() ?? ''] ?? ''} ${times ?? 'once'}`)
      return keys === null ? '' : { kind: 'press', keys, named: true }
    },
  ],
  [
    /^(?:name|call)\s+(?:it|this|that|the\s+new\s+(?:one|\w+))\s+(\S.*)$/i,
    ([, text], words) =>
      words.quoted(text) || canStandBare(text ?? '') ? { kind: 'name', text: words.plain(text) } : QUOTES,
  ],
  [/^(?:answer(?:\s+with)?|confirm\s+with)\s+(.+)$/i, ([, answer], { phrase }) => clickOn(phrase(answer))],
  [
    /^(?:select|pick)\s+(.+)\s+(?:in|from)\s+(.+)$/i,
    ([, item, from], { plain, phrase }) => ({ kind: 'select', item: plain(item), from: phrase(from) }),
  ],
  [
    /^(?:also\s+select|select\s+also|add)\s+(?:the\s+(?:file|item)\s+)?(.+?)(?:\s+to\s+the\s+selection)?$/i,
    ([all, item], { phrase }) =>
      /^add/i.test(all) && !/selection$/i.test(all)
        ? ''
        : { kind: 'select', item: phrase(item), from: null, further: true },
  ],
  [
    /^(?:select|pick)\s+(.+)$/i,
    ([, item], { phrase }) => ({ kind: 'select', item: phrase(item), from: null }),
  ],
  [
    /^(show|display|hide)\s+(?!me\b|us\b)(?:the\s+)?(.+)$/i,
    ([, how, control], { phrase }) => ({
      kind: 'toggle',
      control: phrase(control),
      checked: !/^hide$/i.test(how ?? ''),
    }),
  ],
  [
    /^(check|tick|enable|activate|turn\s+on|switch\s+on|uncheck|untick|disable|deactivate|turn\s+off|switch\s+off)\s+(.+)$/i,
    ([, how, control], { phrase }) => ({
      kind: 'toggle',
      control: phrase(control),
      checked: !/^(?:un|dis|de)|off$/i.test(how ?? ''),
    }),
  ],
  [
    /^(?:turn|switch)\s+(.+)\s+(on|off)$/i,
    ([, control, how], { phrase }) => ({
      kind: 'toggle',
      control: phrase(control),
      checked: /^on$/i.test(how ?? ''),
    }),
  ],
  [
    /^(expand|unfold|collapse|fold)\s+(?:up\s+)?(.+)$/i,
    ([, how, control], { phrase }) => ({
      kind: 'expand',
      control: phrase(control),
      wanted: /^(?:expand|unfold)$/i.test(how ?? '') ? 'expanded' : 'collapsed',
    }),
  ],
  [
    new RegExp(`^(?:set|change)\\s+(.+)\\s+to\\s+(\\d+(?:[.,]\\d+)?)\\s?(${UNIT})$`, 'i'),
    ([, control, text = '', unit = ''], { phrase }) => ({
      kind: 'set',
      control: phrase(control),
      text,
      unit,
    }),
  ],
  [
    /^(?:set|change)\s+(.+)\s+to\s+(.+)$/i,
    ([, control, text], { phrase, plain, quoted }) =>
      quoted(text) || isValue(text ?? '')
        ? { kind: 'set', control: phrase(control), text: plain(text) }
        : QUOTES,
  ],
  [
    /^clear\s+(?:the\s+)?(.+)$/i,
    ([, control], { phrase }) => ({ kind: 'set', control: phrase(control), text: '' }),
  ],
  [
    /^choose\s+(.+)$/i,
    ([, path], words) => {
      const { plain, phrase } = words
      const items = pathOf(path, words)
      if (items.includes('')) return ' A part of the path is empty.'
      const [, item, from] = (items.length === 1 && /^(.+)\s+(?:in|from)\s+(.+)$/i.exec(path ?? '')) || []
      return item === undefined
        ? { kind: 'menu', path: items }
        : { kind: 'menu', path: items, choice: { item: plain(item), from: phrase(from) } }
    },
  ],
  [
    new RegExp(
      `^scroll\\s+(up|down)(?:\\s+(?:by\\s+)?(${NUMBER})(?:\\s+(?:times|notches|steps|lines))?|\\s+a\\s+(?:bit|little))?(?:\\s+in\\s+(.+))?$`,
      'i',
    ),
    ([, direction, notches, within], { phrase }) => {
      const number = notches === undefined ? 3 : numberOf(notches)
      if (number < 1 || number > 100) return ' Scroll by 1 to 100.'
      return {
        kind: 'scroll',
        direction: direction?.toLowerCase() === 'up' ? 'up' : 'down',
        notches: number,
        within: within === undefined ? null : phrase(within),
      }
    },
  ],
  [
    /^scroll\s+(?:(?:up|down)\s+)?(?:to|until\s+(?:you\s+(?:see|reach|find)\s+)?)\s*(?:the\s+)?(\S.*?)(?:\s+(?:appears|is\s+(?:visible|seen|in\s+sight|there)))?$/i,
    ([, control], { phrase }) => ({ kind: 'scroll to', control: phrase(control) }),
  ],
  [
    /^wait(?:\s+for)?\s+(\d+(?:[.,]\d+)?|[a-z]{3,6}(?=\s(?:s|m)))\s*(ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?)?$/i,
    ([, number, unit]) => {
      const factor = /^(ms|milli)/i.test(unit ?? '') ? 0.001 : /^m/i.test(unit ?? '') ? 60 : 1
      const seconds = numberOf((number ?? '').replace(',', '.')) * factor
      if (Number.isNaN(seconds)) return NOT_THIS
      return seconds <= 300 ? { kind: 'wait', seconds } : ' Wait at most 300 seconds.'
    },
  ],
  [/^wait\s+(?:for\s+)?an?\s+(?:second|moment)$/i, () => ({ kind: 'wait', seconds: 1 })],
  [
    /^wait\s+(?:for|until)\s+(.+?)(?:\s+(?:appears|opens|is\s+there|to\s+appear|to\s+open))?$/i,
    ([, control], { phrase }) => ({ kind: 'wait for', control: phrase(control) }),
  ],
  [
    /^(?:read|(?:tell\s+me|what\s+is|what['’]s)\s+the)\s+([^?]+)\??$/i,
    ([, control], { phrase }) => ({ kind: 'read', control: phrase(control) }),
  ],
  [
    /^save(?:\s+(?:it|this|(?:the\s+|my\s+)?(?:file|document|changes)))?$/i,
    () => ({ kind: 'save', path: null }),
  ],
  [
    /^save(?:\s+(?:it|this|(?:the|my)\s+(?:file|document|text|picture|image|drawing|sheet|note)))?\s+(as|under|to)\s+(.+)$/i,
    ([, how, path], { plain, quoted }) =>
      // “save as PDF” names a format, and no file.
      /^(?:an?\s+)?(?:pdf|docx?|odt|xlsx?|ods|csv|html|text|txt|png|jpe?g)$/i.test(path ?? '')
        ? ' Say: save as "~/NAME.ENDING". A PDF is made by: choose File > Export As > Export as PDF….'
        : // “save to Documents” names a folder, and not the file.
          quoted(path) || (/^as$/i.test(how ?? '') ? /^\S+$/ : /^\S*[./]\S*$/).test(path ?? '')
          ? { kind: 'save', path: plain(path) }
          : QUOTES,
  ],
  [
    // A path of a menu is one without a verb, too.
    /^(\S.*?\s[>›→]\s.*\S)$/,
    ([, path], words) => {
      const items = pathOf(path, words)
      return items.includes('') || !/^\p{L}{2}/u.test(items[0] ?? '') ? '' : { kind: 'menu', path: items }
    },
  ],
]
