// Reads what a request asks for as far as that can be held against the record: its parts, and what they name literally.
import { putBack, quotedIn, takeQuotes } from '../../src-preload/contract/quotes.ts'

/** One part of a request: “save it as "March.pdf"”. */
export interface RequestPart {
  words: string
  /**
   * Texts, files and addresses one of which whoever does the part has to type, to choose or to open. Empty for a part that only says
   * where, or what it is about: that may be there already, and be found without its name.
   */
  names: string[]
  /** Files that it is about, by their names without quotes: each has to be in what was done or read. */
  files: string[]
  /** Numbers that something is to be set to, as `plainNumber` gives them; each has to be in what was done. */
  values: string[]
  /** Whom something is for, by names without quotes; each has to be in what was done or read. */
  people: string[]
  /** The verb of what it asks to do; null where it asks for no act, or for opening something. */
  doing: string | null
  /** Whether it asks to find something out, so that what was read bears it out. */
  reads: boolean
}

/** What stands between two parts. A full stop counts only before a blank, as it is also in names of files. */
const BETWEEN =
  /[;!?\n。；，！？]|[.](?=\s|$)|,(?=\s)|\b(?:and|then|und|dann|et|puis|y|luego)\b|然后|并且|接着/iu
/** Words before the verb of a part. */
const BEFORE =
  /^(?:(?:please|also|now|next|finally|first|afterwards|after that|there|in it|to|you|i want you to|can you|could you|bitte)\b[\s:,]*)+/iu
const DOING =
  /^(?:re-?)?(?:type|write|enter|click|double-click|right-click|tap|press|hit|save|store|close|quit|exit|copy|paste|cut|move|rename|delete|remove|create|make|add|insert|append|set|change|turn|switch|enable|disable|select|choose|pick|tick|mark|highlight|sort|filter|send|submit|reply|forward|post|upload|download|attach|print|export|import|convert|resize|crop|rotate|draw|paint|fill|log|sign|replace|drag|drop|zoom|undo|redo|install|compute|calculate|multiply|divide|subtract|put|pause|mute|unmute|empty|extract|compress|zip|unzip|format|underline|merge|split|book|order|buy|pay|tippe|schreibe|klicke|drücke|speichere|schließe|kopiere|lösche|sende|drucke|verschiebe|benenne|entpacke|écris|clique|enregistre|ferme|envoie|copie|déplace|supprime|imprime|escribe|guarda|cierra|envía|copia|mueve|borra|duplicate|translate|correct|proofread|rewrite|flip|scale|archive|cent(?:re|er)|align|indent|share|publish|invite|(?:un)?subscribe|reserve|bookmark|schedule|accept|decline|approve|confirm|unpack|play|untick|uncheck)(?![\p{L}\p{N}-])|^.*?(?:复制|移动|重命名|删除|发送|打印|下载|上传|压缩|解压)/iu
const READING =
  /\b(?:tell|say|report|read|find|look|list|count|how|what|which|who|when|where|why|check|compare|summari[sz]e|describe|explain|answer|show|verify|see|search|extract|collect|get|note)\b|^\W*(?:is|are|does|do|has|have)\b|[?？]|告诉|查|读|看|找|多少|什么/iu
const TYPED = /^(?:type|write|enter|fill|insert|append|tippe|schreibe|écris|escribe)/
export const POINTED =
  /^(?:click|double-click|right-click|tap|press|hit|select|choose|pick|tick|klicke|drücke|clique)/
/** What they make has the name that comes last: rename “a” to “b”. */
export const KEPT = /^(?:save|store|export|rename|create|speichere|enregistre|guarda)/
const ADDRESS = /^https?:/i
/** Parts that name what is not to be done, may not be needed, or is only an example. */
const NOT_TO_BE_DONE =
  /\b(?:not|n[’']t|never|no|without|except|instead|unless|avoid|if|otherwise|when|whenever|in case|or|either|like|such as|for example|e\.g|already|nicht|kein|keine|ohne|außer|falls|wenn|oder|ne|pas|sans|sauf|si|ou|sin|nunca|excepto|o)\b|不|别|勿|除|如果|或|例如/iu
const CONDITION = /^(?:if|when|whenever|unless|in case|falls|wenn|si)\b|^如果/iu
const FILE_OR_ADDRESS =
  /(?:https?:\/\/)[^\s,;)]+|(?:~|\.{1,2})?\/[^\s,;:)`]+|(?<![\p{L}\p{N}])[\p{L}\p{N}][\p{L}\p{N}_.-]{0,100}\.(?:txt|md|pdf|od[tspg]|docx?|xlsx?|pptx?|csv|png|jpe?g|gif|svg|html?|json|xml|zip|mp[34])(?![\p{L}\p{N}])/giu

const BEGINS_WITH_NAME = new RegExp(`^\\s*(?:"|${FILE_OR_ADDRESS.source})`, 'iu')

/** Splits a request outside of quotes. */
export function partsOf(request: string): RequestPart[] {
  const { text, texts } = takeQuotes(request)
  const noTexts = texts.map(() => '')
  let verb: string | null = null
  let made: string | null = null
  let asks = false
  return text
    .split(BETWEEN)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part, index, all) => {
      const words = putBack(part, texts)
      const plain = part.replace(BEFORE, '')
      // What depends on a condition stands behind it.
      const counts = !NOT_TO_BE_DONE.test(part) && !CONDITION.test(all[index - 1] ?? '')
      const doing = counts ? (DOING.exec(plain)?.[0].toLowerCase() ?? null) : null
      const names = counts ? [...quotedIn(part, texts), ...(part.match(FILE_OR_ADDRESS) ?? [])] : []
      // “the folders "a", "b" and "c"”: a name alone goes on with what came before.
      const isNameAlone = putBack(part, noTexts).trim() === ''
      // “c.txt to d.txt”, “"World" to b.txt”: what begins with a name goes on with what came before, too.
      const goesOn =
        isNameAlone ||
        BEGINS_WITH_NAME.test(
          putBack(
            part,
            texts.map((each) => `"${each}`),
          ),
        )
      if (!goesOn) verb = doing
      made = doing ?? made
      const called = counts && made !== null && MAKES.test(made) ? namesGiven(part) : []
      const files =
        part.match(FILE_OR_ADDRESS)?.filter((name) => !ADDRESS.test(name) && !/[*?]/.test(name)) ?? []
      const reads = READING.test(part.replace(FILE_OR_ADDRESS, 'file'))
      asks = doing !== null || reads || (goesOn && asks)
      return {
        words,
        names: called.length > 0 && names.length === 0 ? called : namesFor(verb, names),
        files: counts && asks ? files : [],
        values: counts && made !== null ? valuesIn(made, part) : [],
        people: counts && doing !== null && SENDS.test(doing) ? peopleIn(part) : [],
        doing,
        reads,
      }
    })
}

function namesFor(verb: string | null, names: string[]): string[] {
  if (verb !== null && (TYPED.test(verb) || POINTED.test(verb))) return names
  if (verb !== null && KEPT.test(verb)) return names.slice(-1)
  return names.filter((name) => ADDRESS.test(name))
}

/** Verbs of what gets a name. */
const MAKES = /^(?:create|add|make|rename|insert|save)/
const CALLED = /\b(?:named|called|titled|entitled)\s+([\p{L}\p{N}][\p{L}\p{N}_-]*)/gu
/** “a folder Invoices”: the capital letter says that it is a name. */
const NOUN_AND_NAME =
  /\b(?:folder|directory|sheet|playlist|album|group|tag|label|layer|notebook|event|bookmark)\s+(\p{Lu}[\p{L}\p{N}_-]*)/gu
const RENAMED_TO = /^re-?name\b.*\bto\s+([\p{L}\p{N}][\p{L}\p{N}_-]*)$/giu

/** Names without quotes that a part gives to what it makes. */
const namesGiven = (part: string): string[] =>
  [CALLED, NOUN_AND_NAME, RENAMED_TO].flatMap((pattern) =>
    [...part.matchAll(pattern)].map(([, name = '']) => name),
  )

const SENDS = /^(?:send|reply|forward|share|invite)/
/** “to Bob”, “of Bob”: a name alone, as an address is named otherwise. */
const peopleIn = (part: string): string[] =>
  [...part.matchAll(/\b(?:to|of|from|with)\s+(\p{Lu}\p{Ll}+)(?![\p{L}\p{N}'’@.-])/gu)].map(
    ([, name = '']) => name,
  )

export const NUMBER = /\d+(?:[.,]\d+)*/g
/** `1,000` and `1000` are one number, and so are `05` and `5`, `3.50` and `3,5`. */
export const plainNumber = (number: string): string =>
  number
    .replace(/[.,](?=\d{3}(?!\d))/g, '')
    .replace(',', '.')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace(/^0+(?=\d)/, '')

/** A time or date may be written otherwise. */
const NO_TIME =
  /(?!\s*(?::|\/|-|am\b|pm\b|a\.m|p\.m|o'clock|uhr|h\b|st\b|nd\b|rd\b|th\b|\.? ?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)))/
const SET_TO = new RegExp(
  `(?:\\b(?:to|auf|à|at)|=|为|成)\\s*(${NUMBER.source})${NO_TIME.source}(?![\\d.,])`,
  'giu',
)
const WITH_UNIT =
  /(\d+(?:[.,]\d+)*)\s*(?:px|pixels?|copies|dpi|percent|%)|(?:with|and|by|×)\s*(\d+)\s*(?:rows|columns)/giu
const SIZE = /(\d+)\s*[x×]\s*(\d+)/giu
const SETS = /^(?:set|change|turn|scale|resize|print|insert|crop)/

function valuesIn(doing: string, part: string): string[] {
  if (!SETS.test(doing) || /\bby\b/i.test(part)) return []
  const found = [...part.matchAll(SET_TO), ...part.matchAll(WITH_UNIT), ...part.matchAll(SIZE)]
  return [...new Set(found.flatMap(([, ...numbers]) => numbers.filter(Boolean)).map(plainNumber))]
}
