// Reads commands that say by themselves what the button or the menu item for them is called: “insert a page break”, “pause the music”.
import { NOT_THIS, type Reader } from './reading.ts'

/** Words of a name: none of them says where or with what. */
const NAME = String.raw`(?!(?:it|this|that|them|the|up)\b)\p{L}[\p{L}\p{N}'’-]*(?: (?!(?:at|to|in|into|on|onto|with|from|before|after|above|below|under|for|by|if|only|when|until|called|named)\b)[\p{L}\p{N}'’-]+){0,3}`
/** What is meant by these is what the window shows, or what is selected there. */
const SHOWN =
  '(?:it|this|that|them|all|everything|(?:the |this |that |my )?(?:current |selected |whole )?(?:selection|page|site|picture|image|photo|drawing|document|file|text|lines?|paragraph|word|code|script|program|layer|object|shape|slide|sheet|table|note|message|form|dialog|notice|song|track|music|sound|audio|video|film|movie|playback|recording|station|player|game|timer|stopwatch|alarm|download|connection|colou?rs?|changes|settings|filter|question))'
/** How letters are written. */
const CASE = '(?:upper|lower|title|sentence|camel|snake)[- ]?case'
/** What these do is done to the system, by no button of a window. */
const OF_SYSTEM = /\b(?:computer|pc|machine|laptop|system|session|network)$/i

/** Gives a word as the beginning of a label. */
const label = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
const withoutArticle = (text: string): string => text.replace(/^(?:the|this|that|my|all|its|an?) /i, '')

/** Programs have two words for the same thing. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['picture', 'image'],
  ['hyperlink', 'link'],
  ['footer', 'page footer'],
  ['note', 'comment'],
]
function alike(name: string): string[] {
  const others = SYNONYMS.find((group) => group.includes(name.toLowerCase())) ?? []
  return [name, ...others.filter((other) => other !== name.toLowerCase())]
}

/**
 * Verbs that are names of buttons and menu items, or the beginnings of such names: those with which four or more of 334 programs
 * begin a label, and their like. What has a clause of its own is read before.
 */
const VERBS = [
  'bookmark|crop|duplicate|invert|group|ungroup|merge|split|join|append|import|export|synchroni[sz]e|scan|compare|encrypt|decrypt',
  'pin|unpin|play|pause|resume|stop|record|mute|unmute|shuffle|rewind|repeat|accept|dismiss|cancel|apply|submit|confirm|retry|skip',
  'unlock|optimi[sz]e|validate|recalculate|restart|finish|sort|reverse|convert|comment|uncomment|indent|unindent|format|rotate|flip',
  'mirror|extract|compress|eject|mount|unmount|attach|detach|connect|disconnect|deselect|highlight|execute|run|debug|build',
  'compile|configure|customi[sz]e|manage|reset|restore|generate|swap|revert|refresh|reload|update|preview|trim|compose|archive|check for',
].join('|')
/** These mean no more than the dialog that their item opens. */
const OPENING = /^(?:configure|manage|customi[sz]e|preview|compare|check for)$/i
/** These are said without an object, too. Others alone mean Deskhand itself (“stop”). */
const ALONE = /^(?:play|pause|resume|record|mute|unmute|shuffle|rewind|crop|ungroup)$/i
const OTHER_NAMES: Record<string, readonly string[]> = {
  pause: ['Pause playback'],
  play: ['Start playback', 'Play/Pause'],
  resume: ['Continue', 'Play'],
  stop: ['Stop playback'],
  confirm: ['OK'],
  dismiss: ['OK'],
}

const IS_SHOWN = new RegExp(`^${SHOWN}$`, 'i')
const IS_NAME = new RegExp(`^(?:the |this |my )?${NAME}$`, 'iu')

/** What no item of a menu names. */
const TEXT_OR_FILE =
  /^(?:selection|(?:\S+ )?(?:text|words?|letters?|characters?|sentence|phrase|lines?|paragraph|files?|folders?|director(?:y|ies)|documents?|items?|ones?))\b/i

/** Each name once, the likeliest first. */
const called = (...names: string[]) => ({ kind: 'named item' as const, names: [...new Set(names)] })
/** A window with one list of things may call its button only “Add” or “New” (KTimer). */
const withVerb = (verb: string, ...names: string[]) => ({
  ...called(...names),
  lastly: [...new Set([label(verb), ...(/^insert$/i.test(verb) ? [] : ['New', 'Add'])])],
})
const stateCalled = (...names: string[]) => ({ ...called(...names), isState: true as const })

/** What is shown or selected in the window goes by its own item, “Delete Slide”; a text or a file has to be named. */
export const DELETING: [RegExp, Reader] = [
  new RegExp(`^(delete|remove) (?:the|this) (?:current |selected )?(${NAME})$`, 'iu'),
  ([, verb = '', name = '']) =>
    TEXT_OR_FILE.test(name)
      ? NOT_THIS
      : called(
          ...alike(name).flatMap((each) => [verb, 'delete', 'remove'].map((how) => `${label(how)} ${each}`)),
        ),
]

/** Readers of such commands, which come after those with a way of their own. */
export const NAMED_ITEMS: [RegExp, Reader][] = [
  [
    new RegExp(`^(insert|add) (?:an? |another |the |one )?(?:new )?(${NAME})$`, 'iu'),
    ([, verb = '', name = '']) =>
      withVerb(
        verb,
        ...alike(name).flatMap((each) => [`${label(verb)} ${each}`, `Insert ${each}`, `New ${each}`]),
      ),
  ],
  [/^(?:give me|show(?: me)?|get) a hint$/i, () => called('Hint', 'Show hint', 'Get hint', 'Show a hint')],
  [
    new RegExp(`^toggle (?:the )?(${NAME})$`, 'iu'),
    ([, name = '']) => called(label(name), `Toggle ${name}`, `Show ${name}`),
  ],
  [
    new RegExp(`^(rename) (sheet|slide|layer|page|tab)$`, 'iu'),
    ([, verb = '', name = '']) => called(`${label(verb)} ${name}`),
  ],
  [
    new RegExp(`^(create|make|start|begin|compose|write|draft) (?:an? |another )new (${NAME})$`, 'iu'),
    ([, verb = '', name = '']) =>
      withVerb(
        verb,
        `New ${name}`,
        ...[`${verb} new`, verb, 'create', 'add'].map((each) => `${label(each)} ${name}`),
      ),
  ],
  [
    new RegExp(`^(?:convert|change|turn|make|transform|set) (?:${SHOWN} )?(?:(?:in)?to )?(${CASE})$`, 'i'),
    ([, name = '']) =>
      called(
        ...['Convert to', 'To', 'Make', 'Change to'].map((each) => `${each} ${name}`),
        label(name),
        // In two words it is told from other items also in a submenu that is called otherwise (KWrite’s “Capitalization”).
        label(name.replace(/(?<=[a-z])-?case$/i, ' case')),
      ),
  ],
  [
    new RegExp(`^(?:switch|change|go) (?:back )?to (?:the )?(${NAME}) (mode|view|layout|perspective)$`, 'iu'),
    ([, name = '', sort = '']) => stateCalled(`${label(name)} ${sort}`, label(name), `View as ${name}`),
  ],
  [
    new RegExp(
      `^(?:show|view|display) (?:${SHOWN} |the files |the folder |the items )?as (?:an? )?(${NAME})$`,
      'iu',
    ),
    ([, name = '']) =>
      stateCalled(`View as ${name}`, `Show as ${name}`, `As ${name}`, label(name), `${label(name)} view`),
  ],
  [
    /^export (?:(?:it|this|that|the \w+) )?(?:as (?:an? )?|to (?=x?html\b|pdf\b|csv\b|png\b|svg\b|jpe?g\b|epub\b|odt\b|docx?\b|txt\b))(\w{2,12})(?: file)?$/i,
    ([, said = '']) => {
      const format = said === said.toLowerCase() ? said.toUpperCase() : said
      return {
        ...called(
          ...['Export as', 'Export to', 'Export'].map((how) => `${how} ${format}`),
          `Export as ${format} file`,
        ),
        // Its dialog asks for the format, which the name of the file says.
        wider: ['Export', 'Export As', 'Export Image', 'Export File', 'Export Document'],
      }
    },
  ],
  [
    /^save (?:all|everything)(?: (?:of )?(?:the |my )?(?:open )?(?:files|documents|tabs|changes))?$/i,
    () => called('Save All', 'Save All Files', 'Save All Documents', 'Save everything'),
  ],
  [
    /^(?:make|turn|format) (?:it|this|that|them|the (?:selection|line|paragraph)) (?:into |as )?(?:an? )?(heading|title|subtitle)(?: (?:level )?(\d))?$/i,
    ([, style = '', level]) =>
      called(`${label(style.toLowerCase())}${level === undefined ? '' : ` ${level}`}`),
  ],
  [
    /^apply (?:the )?(?:paragraph )?style (\S.{0,40})$/i,
    ([, style = ''], { plain }) => stateCalled(plain(style)),
  ],
  [
    /^apply the (\S.{0,40}?) (?:paragraph )?style$/i,
    ([, style = ''], { plain }) => stateCalled(label(plain(style))),
  ],
  [
    /^(?:(?:go|skip) to (?:the )?|play (?:the )?)?(next|previous) (song|track|photo|picture|image|day|week|month|sheet|match|result|change|difference|bookmark|chapter|message|mail)$/i,
    ([, which = '', what = '']) =>
      called(
        `${label(which)} ${what}`,
        ...(what === 'match' ? [`Find ${which}`] : []),
        label(which),
        `Go to ${which} ${what}`,
        ...(what === 'sheet' ? [`To ${label(which)} sheet`] : []),
      ),
  ],
  [
    new RegExp(`^(${VERBS})(?: (.{1,60}))?$`, 'iu'),
    ([, verb = '', rest]) => {
      const own = [label(verb), ...(OTHER_NAMES[verb.toLowerCase()] ?? [])]
      if (rest === undefined) return ALONE.test(verb) ? called(...own) : NOT_THIS
      const whole = [withoutArticle(rest), rest].map((each) => `${label(verb)} ${each}`)
      if (OF_SYSTEM.test(rest) || (/^sort$/i.test(verb) && !IS_SHOWN.test(rest))) return NOT_THIS
      const opens = OPENING.test(verb) ? { opens: true as const } : {}
      if (IS_SHOWN.test(rest)) return { ...called(...whole, ...own), ...opens }
      return IS_NAME.test(rest) || IS_NAME.test(withoutArticle(rest))
        ? { ...called(...whole), ...opens, lastly: [label(verb)] }
        : NOT_THIS
    },
  ],
]
