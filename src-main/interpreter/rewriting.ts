// Writes a clause that means several as these: “make the word "hello" bold” selects it first.
import { canBeName, canStandBare, isValue } from './bare-texts.ts'
import { keysOf } from './key-words.ts'
import { NUMBER, numberOf } from './numbers.ts'
import { HOME_FOLDERS } from './openings.ts'
import type { Quoting } from './paraphrases.ts'
import { positionOf } from './phrases.ts'
import { isQuoted } from '../../src-preload/contract/quotes.ts'

/** Where a clause stands: as the first of its request, behind the opening of a calculator. */
interface Where {
  isFirst: boolean
  isCalculator: boolean
}

/** Takes in the parts of a pattern; `quoted` puts a text into quotes, `whole` takes it out of them. Null where the words are none of these after all. */
type Rewriter = (
  parts: (string | undefined)[],
  quoted: (text: string) => string,
  whole: (text: string) => string,
  where: Where,
) => string[] | null

const FORMAT = 'bold|italics?|underlined?'
const TEXT = '(?:word|text|phrase|sentence) '
const GIVEN = '\uE000\\d{1,6}\uE000'
const isGiven = (text: string): boolean => isQuoted(text) || isValue(text)
const isPath = (text: string): boolean => /^(?:~|\/|\.{1,2}\/|file:)/.test(text)
/** A name that is said with what it is called by: “the file a.txt”. */
const SORT = /^(?:the |my )?(?:(?:file|folder|directory|document) )?(?=\S)/i

/** What is made: words of its name. */
const THING = String.raw`[\p{L}][\p{L}'’-]*(?: (?!(?:at|to|in|into|on|with|from|for|called|named|titled)\b)[\p{L}][\p{L}'’-]*){0,2}`
const making = (verb: string, thing: string): string =>
  /^(?:add|insert)$/i.test(verb) ? `add a ${thing}` : `create a new ${thing}`

/** How often is clicked at one order. */
const MOST_CLICKS = 20
/** What is known by other names than that of a folder in sight. */
const NO_FOLDER = new RegExp(
  `^(?:home|${HOME_FOLDERS}|clipboard|trash|bin|it|this|that|\\.+)$|\\.\\w{1,4}$|^~`,
  'i',
)
const FILE_NAME = /^[^/\n]*\S\.[a-z]\w{0,4}$/i

/** Numbers with signs between them, as a calculator takes them. */
const SUM = '[\\d(√−-][\\d\\s.,+*/×÷^()%√−-]{0,80}[\\d)%]'
const IS_SUM = new RegExp(`^(?=.*[\\d)%]\\s*[-+*/×÷^−])${SUM}$`)

/** Signs of a sum as they are said: “9 times 9”. */
const SIGNS_SAID: readonly [RegExp, string][] = [
  [/ (?:times|multiplied by) (?=[\d(])/gi, '*'],
  [/ divided by (?=[\d(])/gi, '/'],
  [/ plus (?=[\d(])/gi, '+'],
  [/ minus (?=[\d(])/gi, '-'],
]
const withSigns = (sum: string): string =>
  SIGNS_SAID.reduce((text, [said, sign]) => text.replaceAll(said, sign), sum)
const SIGN_SAID = '(?:times|multiplied by|divided by|plus|minus)'
const SAID_SUM = `\\d[\\d.]*(?: ${SIGN_SAID} \\d[\\d.]*){1,8}`

/** The columns and rows of a table, in either order. */
const COUNTED = `(${NUMBER}) (columns?|rows?)`

/** What is done to what was selected. */
const doneToIt = (how: string): string => (/^delete$/i.test(how) ? 'press Delete' : `${how} it`)

/** The second Delete takes away the break of the line, which is not selected. */
const withLines = (how: string, lines: string): string[] => {
  const selecting = `select lines ${lines}`
  if (/^delete$/i.test(how)) return [selecting, 'press Delete twice']
  return /^(?:copy|cut)$/i.test(how) ? [selecting, `${how} it`] : [selecting]
}

const REWRITERS: readonly [RegExp, Rewriter][] = [
  // Closing without saving is two clauses: closing, and the answer to the question that it brings up.
  [
    /^((?:close|quit|exit)(?: .+?)??) (without saving)(?: (?:it|the changes|anything))?$/i,
    ([closing = '', unsaved = '']) => [/ /.test(closing) ? closing : `${closing} it`, unsaved],
  ],
  // “click Save, Close” may name two buttons.
  [/^(?:close|quit|exit)$/, () => ['close it']],
  [
    /^(cent(?:er|re)|align) (?:(?:all )?the (?:whole |entire )?text)((?: to the)? (?:left|right|cent(?:er|re)))?$/i,
    ([how = '', where = '']) => ['select all', `${how} it${where}`],
  ],
  [
    new RegExp(
      `^(?:make|set) (?:(?:all )?the (?:whole |entire )?text|everything|all of it) (${FORMAT})$`,
      'i',
    ),
    ([format = '']) => ['select all', `make it ${format}`],
  ],
  [
    new RegExp(`^(?:make|set) (?:the )?(?:${TEXT})?(${GIVEN}) (${FORMAT})$`, 'i'),
    ([text = '', format = '']) => [`select the word ${text}`, `make it ${format}`],
  ],
  [
    new RegExp(`^(?:make|set) the ${TEXT}(\\S+) (${FORMAT})$`, 'i'),
    ([text = '', format = '']) => (isGiven(text) ? [`select the word ${text}`, `make it ${format}`] : null),
  ],
  [
    new RegExp(`^(bold|italici[sz]e|underline) (?:(?:the )?${TEXT})?(${GIVEN})$`, 'i'),
    ([how = '', text = '']) => [`select the word ${text}`, `${how} it`],
  ],
  [
    new RegExp(`^(bold|italici[sz]e|underline) the ${TEXT}(\\S+)$`, 'i'),
    ([how = '', text = '']) => (isGiven(text) ? [`select the word ${text}`, `${how} it`] : null),
  ],
  [
    new RegExp(
      `^(?:set|change) ((?:the )?\\S.{0,40}?) (?:of|for) (?:the )?${TEXT}(\\S+) to (\\S.{0,40})$`,
      'i',
    ),
    ([control = '', text = '', value = '']) =>
      isGiven(text) ? [`select the word ${text}`, `set ${control} to ${value}`] : null,
  ],
  [
    /^(?:set|change) ((?:the )?\S.{0,40}?) (?:of|for) (?:the )?(?:cells? |range )?([A-Z]{1,3}\d{1,7}(?::[A-Z]{1,3}\d{1,7})?) to (\S.{0,40})$/,
    ([control = '', cells = '', value = '']) => [`select cells ${cells}`, `set ${control} to ${value}`],
  ],
  [
    new RegExp(`^(delete|cut|copy) the ${TEXT}(\\S+)$`, 'i'),
    ([how = '', text = '']) => (isGiven(text) ? [`select the word ${text}`, doneToIt(how)] : null),
  ],
  [
    /^(select|mark|highlight|delete|copy|cut) the (\w{3,9}) line$/i,
    ([how = '', ordinal = '']) => {
      const line = positionOf(ordinal) ?? 0
      return line > 0 ? withLines(how, String(line)) : null
    },
  ],
  [
    new RegExp(
      `^(delete|copy|cut) (?:the )?lines? (?:from )?((?:${NUMBER})(?: ?(?:to|through|until|-|–) ?(?:${NUMBER}))?)$`,
      'i',
    ),
    ([how = '', lines = '']) => withLines(how, lines),
  ],
  [/^(cut|copy) (?:all(?: of it)?|everything)$/i, ([how = '']) => ['select all', `${how} it`]],
  [
    /^(cut|copy) (?:the )?(?:cells? |range )?([A-Z]{1,3}\d{1,7}(?::[A-Z]{1,3}\d{1,7})?)$/,
    ([how = '', cells = '']) => [`select cells ${cells}`, `${how} it`],
  ],
  // A tab is closed where it is shown.
  [
    /^close (?:the )?tab (?!bars?\b|list\b)(?:(?:called|named) )?(\S.{0,99})$/i,
    ([name = '']) => [`click the tab ${name}`, 'close tab'],
  ],
  [
    /^rename (?:the |this )(?:current )?(sheet|slide|layer|page|tab) (?:to|into|as) (\S.{0,99})$/i,
    ([thing = '', name = ''], quoted) =>
      isGiven(name) ? [`rename ${thing}`, `type ${quoted(name)}`, 'press Enter'] : null,
  ],
  [
    /^(delete|cut|copy) (?:all (?:of )?(?:the )?|the (?:whole |entire )?)text$/i,
    ([how = '']) => ['select all', doneToIt(how)],
  ],
  // An item of the window by the name of a file, which no text is called.
  [
    /^(delete|cut|copy) (?:the file )?(\S+)$/i,
    ([how = '', item = ''], quoted, whole) =>
      FILE_NAME.test(whole(item)) ? [`select the item ${quoted(item)}`, doneToIt(how)] : null,
  ],
  [
    new RegExp(
      `^(?:type|write|put|insert|add|append) (${GIVEN}) (?:at|to) the (?:very )?(end|beginning|start|top|bottom)(?: of the (?:text|document|file|page|note))?$`,
      'i',
    ),
    ([text = '', where = '']) => [`go to the ${where}`, `type ${text}`],
  ],
  [
    new RegExp(
      `^(?:type|write|put|insert|add) (${GIVEN}) (before|after|behind) (?:the )?(?:${TEXT})?(${GIVEN})$`,
      'i',
    ),
    ([text = '', side = '', mark = '']) => [
      `select the text ${mark}`,
      `press ${/^before$/i.test(side) ? 'Left' : 'Right'}`,
      `type ${text}`,
    ],
  ],
  [
    new RegExp(`^make (?:the )?(?:cells? |range )?([A-Z]{1,3}\\d{1,7}(?::[A-Z]{1,3}\\d{1,7})?) (${FORMAT})$`),
    ([cell = '', format = '']) => [`select cells ${cell}`, `make it ${format}`],
  ],
  [
    /^what (?:is|does) (?:in )?(?:the )?(cell \w+|[A-Z]{1,3}\d{1,7}|(?:status|title|address) bar|document|display)(?: say| show| contain)?\??$/,
    ([what = '']) => [`read ${what}`],
  ],
  [
    new RegExp(
      `^(?:calculate|compute|work out|evaluate|how much is|what is) (${GIVEN}|${SUM}|${SAID_SUM})(?: ?=)?\\??$`,
      'i',
    ),
    // Elsewhere it would be typed into whatever is open.
    ([said = ''], quoted, whole, { isFirst, isCalculator }) => {
      const sum = withSigns(said)
      return IS_SUM.test(whole(sum)) && (isFirst || isCalculator)
        ? [...(isCalculator ? [] : ['open calculator']), `type ${quoted(sum)}`, 'press Enter', 'read display']
        : null
    },
  ],
  [
    /^in the (.{1,40}?) menu,? (?:choose|select|click(?: on)?|pick) (.{1,60})$/i,
    ([menu = '', item = '']) => [`choose ${menu} > ${item}`],
  ],
  [
    /^click (?:on )?(.{1,60}) (twice|thrice|\w{1,6} times)$/i,
    ([control = '', times = '']) => {
      const often = keysOf(`x ${times}`)?.split(' ').length ?? 0
      return often > 1 && often <= MOST_CLICKS
        ? Array.from({ length: often }, () => `click ${control}`)
        : null
    },
  ],
  [
    /^(?:export|save) (?:(?:it|this|that|the \w+) )?(?:as|to) (?:a )?pdf(?: file)?(?: (?:to|as|under|in|into|called|named))? (\S.{0,199})$/i,
    ([path = ''], quoted, whole) =>
      isPath(whole(path)) ? ['export it as PDF', `save as ${quoted(path)}`] : null,
  ],
  [
    /^save (?:(?:it|this|the \w+) )?as (\S+) (?:in|into|to|under) (?:the folder )?(\S+)$/i,
    ([name = '', folder = ''], quoted, whole) =>
      isPath(whole(folder)) && !/\//.test(whole(name))
        ? [`save as ${quoted(`${whole(folder).replace(/\/+$/, '')}/${whole(name)}`)}`]
        : null,
  ],
  // The name keeps the format's ending, which the dialog that opens then goes by.
  [
    /^export (?:(?:it|this|that|the \w+) )?(?:as|to) (?:an? )?(\w{2,12})(?: file)? (?:to|as|under|in|into|called|named) (\S.{0,199})$/i,
    ([format = '', path = ''], quoted, whole) =>
      isPath(whole(path)) || FILE_NAME.test(whole(path))
        ? [`export it as ${format}`, `save as ${quoted(path)}`]
        : null,
  ],
  [/^follow (?:the )?(?:link )?(?:to )?(\S.{0,99})$/i, ([link = '']) => [`click the link ${link}`]],
  [/^(?:press|click|push|hit) (?:on )?the buttons (\S.{0,60})$/i, ([button = '']) => [`click ${button}`]],
  [/^cancel(?: (?:it|that|the dialog))?$/i, () => ['click Cancel']],
  [
    new RegExp(
      `^(?:insert|add|create|make) (?:an? )?(?:new )?table (?:with|of|having) ${COUNTED} (?:and|by|,) ${COUNTED}$`,
      'i',
    ),
    ([many = '', one = '', more = '', other = '']) => {
      const sorts = [one, other].map((word) => (/^row/i.test(word) ? 'Rows' : 'Columns'))
      return sorts[0] === sorts[1]
        ? null
        : [
            'insert a table',
            `set ${sorts[0]} to ${numberOf(many)}`,
            `set ${sorts[1]} to ${numberOf(more)}`,
            'click Insert',
          ]
    },
  ],
  [
    /^sort (?:(?:it|this|the (?:table|sheet|data|rows|cells)) )?by (?:the )?column ([A-Z]{1,2})(?: (?:in )?(a|de)scending(?: order)?)?$/,
    ([column = '', order = 'a']) => [`go to cell ${column}1`, `sort ${order}scending`],
  ],
  [
    /^(?:move|drag|slide|turn) (?:the )?(\S.{0,60} (?:slider|knob|dial|scale)) to (\d+(?:[.,]\d+)? ?%?)$/i,
    ([control = '', value = '']) => [`set ${control} to ${value}`],
  ],
  [
    /^(?:set|change) (?:the )?zoom(?: (?:level|factor))? to (\d{1,4} ?(?:%|per ?cent))$/i,
    ([percent = '']) => [`zoom to ${percent}`],
  ],
  // The view goes back to the folder that it showed, in which the next clause means something.
  [
    /^(copy|move) (?:the )?(?:file )?(\S+) (?:to|into|in) (?:the |its )?((?:sub-?)?(?:folder|directory) )?(?:(?:called|named) )?(\S+)$/i,
    ([how = '', item = '', folder, name = ''], quoted, whole, { isFirst }) => {
      const isInSight =
        !isFirst && FILE_NAME.test(whole(item)) && !/\//.test(whole(name)) && !NO_FOLDER.test(whole(name))
      return isInSight && (folder !== undefined || isQuoted(name) || /^\p{Lu}/u.test(name))
        ? [
            `select the item ${quoted(item)}`,
            /^copy$/i.test(how) ? 'copy it' : 'cut it',
            `go into the folder ${quoted(name)}`,
            'paste',
            'press Alt+Up',
          ]
        : null
    },
  ],
  [
    /^(?:(?:create|make|add) (?:a |another )?)?(?:new )?(?:folder|directory) (called |named )?(\S.{0,99})$/i,
    ([called, name = ''], quoted) =>
      isPath(name) ||
      / (?:in|inside|under|on|at) /.test(name) ||
      !(isQuoted(name) || (called ? canBeName : canStandBare)(name))
        ? null
        : ['new folder', `type ${quoted(name)}`, 'press Enter'],
  ],
  [
    /^(?:create|make|add) (?:a |an |another )?(?:new )?(?:empty |blank |text )*(?:file|document) (called |named )?(\S.{0,99})$/i,
    ([called, name = ''], quoted, whole) =>
      isPath(whole(name)) || !(isQuoted(name) || (called ? canBeName : canStandBare)(name))
        ? null
        : ['new file in the folder', `type ${quoted(name)}`, 'press Enter'],
  ],
  [
    new RegExp(
      `^(?:(create|make|start|add|insert) (?:an? |another |the |one )|(new) )(new )?(${THING}) (?:called|named|titled|with the (?:name|title)) (\\S.{0,99})$`,
      'iu',
    ),
    ([verb = '', bare = '', , thing = '', name = ''], quoted) =>
      isQuoted(name) || canBeName(name) || isValue(name)
        ? [making(verb || bare, thing), `name it ${quoted(name)}`]
        : null,
  ],
  [
    new RegExp(
      `^(?:(create|make|start|add|insert) (?:an? |another |the |one )|(new) )(new )?(${THING}) (?:with|containing|saying|that says) (?:the )?(?:text|words?|content)?:? ?(${GIVEN})$`,
      'iu',
    ),
    ([verb = '', bare = '', , thing = '', text = '']) => [making(verb || bare, thing), `type ${text}`],
  ],
  [
    /^rename (\S.{0,99}?) (?:to|into|as) (\S.{0,99})$/i,
    ([from = '', to = ''], quoted) => {
      const [old, name] = [from.replace(SORT, ''), to.replace(SORT, '')]
      return isGiven(old) && isGiven(name)
        ? [`select ${quoted(old)}`, 'rename it', `type ${quoted(name)}`, 'press Enter']
        : null
    },
  ],
]

/** Puts texts into quotes by adding them to these, and takes them out. */
export const quotingOf = (texts: string[]): Quoting => ({
  quoted: (text) => (isQuoted(text) ? text : `\uE000${texts.push(text) - 1}\uE000`),
  whole: (text) => {
    const index = /^\uE000(\d+)\uE000$/.exec(text)?.[1]
    return index === undefined ? text : (texts[Number(index)] ?? '')
  },
})

/** Takes in words with single blanks, and the texts that their marks stand for, to which texts may be added. */
export function rewritten(words: string, texts: string[], where: Where): string[] {
  const { quoted, whole } = quotingOf(texts)
  for (const [pattern, rewrite] of REWRITERS) {
    const [, ...parts] = pattern.exec(words) ?? []
    if (parts.length === 0 && !pattern.test(words)) continue
    // What is named by a path is a file, which no window has to show.
    if (
      /^(?:create|make|add|new|rename|folder|directory)\b/i.test(words) &&
      parts.some((part) => isPath(whole(part ?? '')))
    )
      continue
    const clauses = rewrite(parts, quoted, whole, where)
    if (clauses !== null) return clauses
  }
  return [words]
}
