// Writes what people say in words of their own as the commands say it: “choose 3 as the quantity”, “zoom in twice”, “rename it to b.txt”.
import { isQuoted } from '../../src-preload/contract/quotes.ts'
import { isValue } from './bare-texts.ts'
import { keysOf } from './key-words.ts'
import { menuCommandOf } from './menu-commands.ts'
import { positionOf } from './phrases.ts'
import { UNIT } from './units.ts'

/** Puts a text into quotes, and takes it out of them. */
export interface Quoting {
  quoted: (text: string) => string
  whole: (text: string) => string
}

/** Takes in the parts of a pattern. Null where the words are none of these after all. */
type Paraphrase = (parts: string[], quoting: Quoting, isCalculator: boolean) => string[] | null

const GIVEN = '\uE000\\d{1,6}\uE000'
const PREFERENCES = '(?:preferences|settings|options)'
const SWITCHING =
  '(?:turn|switch) (?:on|off)|enable|disable|activate|deactivate|check|uncheck|tick|untick|show|hide'
const COLUMN = '[A-Z]{1,2}'
const ROW = '\\d{1,6}'
const THIS_DOCUMENT = '(?:it|this|that|the \\w+)'
const IT = '(?:it|this|that|them|the selection|the (?:selected )?(?:file|folder|item|one|entry))'
const isPath = (text: string): boolean => /^(?:~|\/|\.{1,2}\/|file:)/.test(text)
const FILE_NAME = /^[^/\n]*\S\.[a-z]\w{0,4}$/i
/** How often an order is repeated at the most. */
const MOST_TIMES = 20

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const DAY = '(?:the )?(\\d{1,2})(?:st|nd|rd|th)?'
const DATE_SAID = new RegExp(`^(?:(${MONTH}) ${DAY},? |${DAY} (?:of )?(${MONTH}),? )(\\d{4})$`, 'i')
/** Whether it is a date that is said in words, as fields for dates take it. */
const isDate = (text: string): boolean => DATE_SAID.test(text)
const DATES = /\b(?:dates?|day|birthday|deadline|arrival|departure|due|start|end)\b/i

/** A text that can be a value of this control. Fields for dates take one that is said in words. */
const valueFor = (control: string, text: string): string | null =>
  DATES.test(control) && isDate(text) ? text : valueOf(text)
const valueOf = (text: string): string | null => (isQuoted(text) || isValue(text) ? text : null)

/** A cell of the column or the row that is named. */
const cellOf = (sort: string, name: string): string => (/^column$/i.test(sort) ? `${name}1` : `A${name}`)

/** “the third line” and “line 3”; 0 for neither, below it for the last. */
const lineOf = (ordinal = '', number = ''): number => Number(number) || (positionOf(ordinal) ?? 0)

const PARAPHRASES: readonly [RegExp, Paraphrase][] = [
  // A name like “Save as the default” has no value before “as”.
  [
    /^(?:choose|select|pick|set) (\S.{0,60}?) (?:as|for) (?:the|your|my|its) (\S.{0,60})$/i,
    ([text = '', control = ''], { quoted }) => {
      const value = valueFor(control, text)
      return value === null ? null : [`set ${control} to ${quoted(value)}`]
    },
  ],
  [
    /^(?:set|change) (\S.{0,60}) to (\S.{0,40})$/i,
    ([control = '', text = ''], { quoted }) => {
      return DATES.test(control) && isDate(text) ? [`set ${control} to ${quoted(text)}`] : null
    },
  ],
  [
    // “replace the text foo with bar” is for a whole document.
    /^(?:update (\S.{0,60}) to|replace the (?:text|contents?|value) (?:of|in) (\S.{0,60}) (?:with|by)) (\S.{0,60})$/i,
    ([updated, replaced, value = '']) => [`set ${updated ?? replaced ?? ''} to ${value}`],
  ],
  [
    new RegExp(`^set (\\S.{0,60}\\p{L})(?<! to) (\\d+(?:[.,]\\d+)?(?:\\s?(?:${UNIT}))?)$`, 'iu'),
    ([control = '', value = '']) => [`set ${control} to ${value}`],
  ],
  [
    /^make sure (?:that )?(\S.{0,60}) is (?:(on|checked|ticked|enabled)|off|unchecked|unticked|disabled)$/i,
    ([control = '', on]) => [`turn ${on === undefined ? 'off' : 'on'} ${control}`],
  ],
  [/^empty ((?:the )?\S.{0,60} (?:field|box|area))$/i, ([control = '']) => [`clear ${control}`]],
  [
    /^(?:(?:increase|raise|lower|reduce|decrease|adjust) (?:the )?|switch the )(\S.{0,60}) to (\S.{0,60})$/i,
    ([control = '', value = '']) => [`set ${control} to ${value}`],
  ],
  [
    new RegExp(
      `^(${SWITCHING}|set|change) (\\S.{0,60}) in (?:the |its )?${PREFERENCES}(?: (?:dialog|window))?$`,
      'i',
    ),
    ([how = '', rest = '']) => ['open the preferences', `${how} ${rest}`],
  ],
  [
    new RegExp(`^(${SWITCHING}) (\\S.{0,60}) (?:in|from) the \\S{2,20} menu$`, 'i'),
    ([how = '', what = '']) => [`${how} ${what}`],
  ],
  [
    new RegExp(`^(?:go|switch|navigate) to (?:the |its )?${PREFERENCES}$`, 'i'),
    () => ['open the preferences'],
  ],
  [
    new RegExp(`^rename ${IT} (?:to|into|as) (\\S.{0,99})$`, 'i'),
    ([name = ''], { quoted, whole }) =>
      valueOf(name) === null || isPath(whole(name))
        ? null
        : ['rename it', `type ${quoted(name)}`, 'press Enter'],
  ],
  [
    /^(?:move|send|put|throw) (\S.{0,99}?) (?:to|in|into) (?:the )?(?:trash(?: ?can)?|waste ?basket|(?:rubbish |recycle |recycling )?bin)$/i,
    ([item = ''], { quoted, whole }) => {
      if (new RegExp(`^${IT}$`, 'i').test(item)) return ['press Delete']
      const name = item.replace(/^(?:the )?(?:(?:file|folder) )?/i, '')
      return isPath(whole(name)) || valueOf(name) === null
        ? null
        : [`select the item ${quoted(name)}`, 'press Delete']
    },
  ],
  [
    /^(.{3,60}) (twice|thrice|\w{1,6} times)$/i,
    ([order = '', times = '']) => {
      const often = keysOf(`x ${times}`)?.split(' ').length ?? 0
      return menuCommandOf(order) !== null && often > 1 && often <= MOST_TIMES
        ? Array.from({ length: often }, () => order)
        : null
    },
  ],
  [
    /^(?:go|move|jump) to the (?:very )?(end|start|beginning) of (?:the|this) line$/i,
    ([where = '']) => [`press ${/^end$/i.test(where) ? 'End' : 'Home'}`],
  ],
  [
    /^(?:use|press|hit) (?:the )?(?:keyboard )?(?:shortcut|keys|key combination|combination) (\S.{0,40})$/i,
    ([keys = '']) => [`press ${keys}`],
  ],
  [
    new RegExp(
      `^save (?:${THIS_DOCUMENT} )?(?:under|with|by|using) (?:the )?(?:file ?)?name (\\S.{0,199})$`,
      'i',
    ),
    ([name = ''], { quoted }) => (valueOf(name) === null ? null : [`save as ${quoted(name)}`]),
  ],
  [
    new RegExp(
      `^save (?:${THIS_DOCUMENT} )?(?:in|into|to) (?:the (?:folder|directory) )?(\\S{1,199}) (?:as|under(?: the name)?) (\\S{1,99})$`,
      'i',
    ),
    ([folder = '', name = ''], { quoted, whole }) =>
      isPath(whole(folder)) && !whole(name).includes('/')
        ? [`save as ${quoted(`${whole(folder).replace(/\/+$/, '')}/${whole(name)}`)}`]
        : null,
  ],
  [
    new RegExp(`^save (?:a )?copy(?: of ${THIS_DOCUMENT})? (?:as|to|under) (\\S.{0,199})$`, 'i'),
    ([path = '']) => [`save as ${path}`],
  ],
  [
    new RegExp(`^export (?:${THIS_DOCUMENT} )?(?:as|to|into) (?:the file )?(\\S{1,199})$`, 'i'),
    ([path = ''], { quoted, whole }) => {
      const ending = /[^/.\s]\.([a-z]\w{1,4})$/i.exec(whole(path))?.[1]
      return ending === undefined ? null : [`export it as ${ending}`, `save as ${quoted(path)}`]
    },
  ],
  [
    /^(?:accept|agree to) (?:(?:all|the) )*((?:terms|licen[sc]e|agreement|privacy policy|conditions)\b.{0,40})$/i,
    ([what = '']) => [`check ${what}`],
  ],
  [/^say (yes|no)$/i, ([answer = '']) => [`answer ${answer}`]],
  [
    new RegExp(
      `^(?:create|make|add|start) (?:(?:an?|another|the|one) (?:new )?|new )((?!folder|directory|file|document|table)\\p{L}[\\p{L}-]*(?: (?!named|called|titled|saying|with)\\p{L}[\\p{L}-]*)?) (${GIVEN})$`,
      'iu',
    ),
    ([thing = '', name = '']) => [`create a new ${thing}`, `name it ${name}`],
  ],
  [
    /^(?:make|set) (?:the (\w{3,9}) line|line (\d{1,6})) (bold|italic|underlined)$/i,
    ([ordinal, number, format = '']) => {
      const line = lineOf(ordinal, number)
      return line > 0 ? [`select line ${line}`, `make it ${format}`] : null
    },
  ],
  [
    /^(duplicate|indent|unindent|comment out) (?:the (\w{3,9}) line|line (\d{1,6}))$/i,
    ([how = '', ordinal, number]) => {
      const line = lineOf(ordinal, number)
      return line > 0 ? [`go to line ${line}`, `${how} the line`] : null
    },
  ],
  [
    new RegExp(`^(?:delete|remove) (?:the )?(?:(column) (${COLUMN})|(row) (${ROW}))$`),
    ([column, letter = '', , number = '']) => [
      `go to cell ${column ? cellOf(column, letter) : cellOf('row', number)}`,
      `delete the ${column ?? 'row'}`,
    ],
  ],
  [
    new RegExp(
      `^(?:insert|add) (?:a|one) (?:new )?(row|column) (above|before|below) (?:the )?(?:row|column) (${COLUMN}|${ROW})$`,
    ),
    ([sort = '', where = '', name = '']) => [
      `go to cell ${cellOf(sort, name)}`,
      where === 'below' ? 'insert a row below' : `insert a ${sort}`,
    ],
  ],
  [
    new RegExp(`^sort (?:the )?column (${COLUMN})(?: in)? ((?:a|de)scending)(?: order)?$`),
    ([column = '', how = '']) => [`go to cell ${column}1`, `sort ${how}`],
  ],
  [
    /^merge (?:the )?cells (?:from )?([A-Z]{1,3}\d{1,7}) ?(?:to|through|and|:|-|–) ?([A-Z]{1,3}\d{1,7})$/,
    ([from = '', to = '']) => [`select cells ${from}:${to}`, 'merge the cells'],
  ],
  [
    /^scroll (?:(?:down|up) )?(?:all the way )?(?:down |up )?to the (?:very )?(bottom|end|top|beginning|start)$/i,
    ([where = '']) => [`go to the ${where}`],
  ],
  [/^(?:make|show) (?:the window|it) (?:in )?full[- ]?screen$/i, () => ['full screen']],
  [/^(?:leave|exit|end|quit) (?:the )?full[- ]?screen(?: mode| view)?$/i, () => ['turn off full screen']],
  [/^(?:use|take|pick|select) the (\S.{0,40}?) tool$/i, ([tool = '']) => [`choose the ${tool} tool`]],
  [/^(?:use|take|pick up) the (\p{L}{3,20})$/iu, ([tool = '']) => [`choose the ${tool} tool`]],
  [
    /^(?:go|jump|switch) to (?:the )?slide (\d{1,4})$/i,
    ([number = ''], { quoted }) => [`click ${quoted(`Slide ${number}`)}`],
  ],
  [
    /^(delete|remove|duplicate|hide) (?:the (\w{3,9}) slide|(?:the )?slide (\d{1,4}))$/i,
    ([how = '', ordinal, number], { quoted }) => {
      const slide = lineOf(ordinal, number)
      return slide > 0 ? [`click ${quoted(`Slide ${slide}`)}`, `${how} the slide`] : null
    },
  ],
  [
    /^(insert|add) (?:an? |the )?(?:picture|image|photo)(?: file)?(?: from)? (\S{1,199})$/i,
    ([, path = ''], { quoted, whole }) =>
      isPath(whole(path)) ? ['insert an image', `type ${quoted(path)}`, 'press Enter'] : null,
  ],
  [/^filter (?:(?:it|the \w+) )?(?:for|by) (\S.{0,60})$/i, ([text = '']) => [`search for ${text}`]],
  [/^use the menu (\S.{0,99})$/i, ([path = '']) => [`choose ${path}`]],
  [new RegExp(`^(?:search|find me) (${GIVEN})$`, 'i'), ([text = '']) => [`search for ${text}`]],
  [
    /^(?:look|search) for (?:an? |the |all )?(?:files?|folders?|notes?|entr(?:y|ies)|contacts?|words?|songs?) (?:named|called|with the name) (\S.{0,60})$/i,
    ([text = '']) => [`search for ${text}`],
  ],
  [
    /^(cut|copy) the (?:selected (?:text|words?|cells?|files?|items?)|selection)$/i,
    ([how = '']) => [`${how} it`],
  ],
  [
    /^(paste(?: (?:it|the text))?) at the (end|beginning|start|top|bottom)(?: of the (?:text|document|file|page|note))?$/i,
    ([, where = '']) => [`go to the ${where}`, 'paste'],
  ],
  [
    /^(?:add|sum) (\d[\d.]{0,12}) (?:and|to|plus) (\d[\d.]{0,12})$/i,
    ([one = '', other = ''], _quoting, isCalculator) => (isCalculator ? [`calculate ${one}+${other}`] : null),
  ],
  [
    /^(subtract|take) (\d[\d.]{0,12}) from (\d[\d.]{0,12})$/i,
    ([, less = '', whole = ''], _quoting, isCalculator) =>
      isCalculator ? [`calculate ${whole}-${less}`] : null,
  ],
  [
    /^(divide|multiply) (\d[\d.]{0,12}) (?:by|with|and) (\d[\d.]{0,12})$/i,
    ([how = '', one = '', other = ''], _quoting, isCalculator) =>
      isCalculator ? [`calculate ${one}${/^divide$/i.test(how) ? '/' : '*'}${other}`] : null,
  ],
  [
    /^(?:enter|type|write|put) the formula (=\S{1,80}) (?:in|into) (.{1,40})$/i,
    ([formula = '', cell = '']) => [`type ${formula} in ${cell}`],
  ],
  [
    new RegExp(
      `^(?:find|search(?: for)?|look for) (?:the (?:word|text) )?(${GIVEN}) (?:in|on) (?:the|this) (?:page|document|text|file|list)$`,
      'i',
    ),
    ([text = '']) => [`find ${text}`],
  ],
  [
    /^search (?:in |through )?(?:the |my |this )?((?!web|internet|net\b)\p{L}{3,20}) for (\S.{0,60})$/iu,
    ([where = '', text = '']) => [
      `${/^(?:page|document|text|file)$/i.test(where) ? 'find' : 'search for'} ${text}`,
    ],
  ],
  [
    /^go to the (\S.{0,40}? )?(field|entry|box|bar)$/i,
    ([name = '', sort = '']) =>
      /^(?:title|tool|menu|status|side|scroll) $/i.test(name) ? null : [`click the ${name}${sort}`],
  ],
  [
    /^what (?:is|does) (?:written|shown|said|displayed) (?:in|on|by) (?:the )?(\S.{0,40})\??$/i,
    ([what = '']) => [`read ${what}`],
  ],
  [
    new RegExp(
      `^wait (?:for|until) the (?:message|text|words?|dialog|window|page|notice) (${GIVEN})(?: (?:appears|opens|is there))?$`,
      'i',
    ),
    ([what = '']) => [`wait for ${what}`],
  ],
  [
    /^(undo|redo) (?:the )?last (\w{1,6}) (?:changes|steps|moves|actions|edits)$/i,
    ([how = '', times = '']) => (/^(?:one|1)$/i.test(times) ? [how] : [`${how} ${times} times`]),
  ],
  [
    new RegExp(`^append (${GIVEN}) to (?:the|this) (?:text|document|file|note|page)$`, 'i'),
    ([text = '']) => ['go to the end', `type ${text}`],
  ],
  [
    new RegExp(
      `^replace (?:all |everything|the (?:whole |entire )?(?:text|content|document))(?: of (?:it|the (?:file|document)))? (?:with|by) (${GIVEN})$`,
      'i',
    ),
    ([text = '']) => ['select all', `type ${text}`],
  ],
  [
    new RegExp(
      `^(?:select|mark|highlight) (?:everything |all )?from (${GIVEN}) (?:to|until|through|up to) (${GIVEN})$`,
      'i',
    ),
    ([from = '', to = '']) => [`select the text ${from} to ${to}`],
  ],
  [
    /^(?:rotate|turn)(?: (?:it|the (?:picture|image|page|photo)))?(?: by)? 90 ?(?:degrees|°)(?: to the)?( left| counter-?clockwise| anti-?clockwise)?(?: right| clockwise)?$/i,
    ([left]) => [left === undefined ? 'rotate right' : 'rotate left'],
  ],
  [
    /^zoom (in|out) (?:on|of) (?:it|the (?:picture|image|page|document|photo|view|text))$/i,
    ([how = '']) => [`zoom ${how}`],
  ],
  // Where an application turns its pages is in a dialog for them, and a box or field of this name would be in that, too.
  [
    /^(?:(?:set|change|switch) (?:the )?(?:page |paper |slide )?orientation(?: of the (?:page|document|slide|sheet))? to|(?:make|set|turn|change|switch) (?:the )?(?:page|paper|document|slide|sheet)s?(?: orientation)?(?: to| into)?) (landscape|portrait)(?: (?:mode|format|orientation))?$/i,
    ([how = '']) => [
      'open the page setup',
      `choose ${how.charAt(0).toUpperCase()}${how.slice(1).toLowerCase()}`,
      'click OK',
    ],
  ],
  [/^new game$/i, () => ['start a new game']],
  [
    new RegExp(`^new ((?!folder|directory|file|document|table)\\p{L}[\\p{L}-]*) (${GIVEN})$`, 'iu'),
    ([thing = '', name = '']) => [`create a new ${thing}`, `name it ${name}`],
  ],
  [
    /^(?:mark (\S.{0,60}?) as (?:done|complete(?:d)?|finished)|(?:tick|check|cross) off (\S.{0,60}))$/i,
    ([done, off]) => [`check ${done ?? off ?? ''}`],
  ],
  [
    /^(set|change) (\S.{0,60}) to (\d{1,6}) (?:spaces|characters|columns|lines|rows|pages|copies|times|steps|items|entries|people|guests|nights|pieces)$/i,
    ([how = '', control = '', value = '']) => [`${how} ${control} to ${value}`],
  ],
  [/^copy the (?:result|display|answer)$/i, () => ['copy it']],
  [
    /^(calculate|compute|work out|what is|how much is) (\d[\d.]{0,12}) ?(?:%|percent|per cent) of (\d[\d.]{0,12})\??$/i,
    ([how = '', part = '', all = '']) => [`${how} ${all}*${part}/100`],
  ],
  [
    /^(?:open|show|display) (?:the )?properties (?:of|for) (?:the )?(?:(?:file|folder) )?(\S{1,99})$/i,
    ([item = ''], { quoted, whole }) =>
      (isQuoted(item) || FILE_NAME.test(item)) && !isPath(whole(item))
        ? [`select the item ${quoted(item)}`, 'show the properties']
        : null,
  ],
]

/** Takes in words with single blanks. Returns them as they are where they are no paraphrase. */
export function paraphrased(words: string, quoting: Quoting, isCalculator = false): string[] {
  for (const [pattern, write] of PARAPHRASES) {
    const match = pattern.exec(words)
    const clauses = match ? write(match.slice(1), quoting, isCalculator) : null
    if (clauses !== null) return clauses
  }
  return [words]
}

/** What is one order although a comma or “and” is in it; quotes are marks in it. */
const ONE_ORDER: readonly [RegExp, string][] = [
  [
    new RegExp(
      `\\b(?:find|search for|look for) (?:(?:the|every|each|all) )?(?:(?:word|text|phrase)s? )?(${GIVEN}|\\S{1,60}),? and replace (?:it|them|all|each|every one)(?: everywhere| all)? (?:with|by) `,
      'gi',
    ),
    'replace all $1 with ',
  ],
  [
    /\b(?:in|from|under|on) the (\S{1,20}(?: \S{1,20})?) menu(?:,(?: and)?|,? then| and) (?:choose|select|click(?: on)?|pick) /gi,
    'in the $1 menu choose ',
  ],
  [/\b(ctrl|control|alt|shift|super) and (?=(?:\w|f\d\d?)(?:$|[\s,.;]))/gi, '$1+'],
  [/\bhold(?: down)?(?: the)? (shift|ctrl|control|alt)(?: key)? and press (?:the )?/gi, 'press $1+'],
  [/\b(type|write): (?=\S)/gi, '$1 '],
]

const DATE_WITH_COMMA = new RegExp(`\\b${MONTH} \\d{1,2}(?:st|nd|rd|th)?, \\d{4}\\b`, 'gi')

/** Takes in a request, and the texts that its marks stand for, to which dates with a comma are added as they were written. */
export const withoutCuts = (text: string, { quoted }: Pick<Quoting, 'quoted'>): string =>
  ONE_ORDER.reduce((whole, [said, order]) => whole.replace(said, order), text).replace(
    DATE_WITH_COMMA,
    (date) => quoted(date),
  )
