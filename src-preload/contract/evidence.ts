// Reads the sentences in which the desktop process tells what it saw as codes with parameters, so that each shell says them in
// its own words and language.

/** The meaning of each sentence, the most telling first: a person gets only one of them. */
const SENTENCES = {
  file_written: /^The file (?<path>.+?) was written\./,
  file_not_written:
    /^(?:There is no new file (?<path>.+?)\.(?=\s|$)|The file (?<asked>.+?) is not written: (?:a dialog asks first|it is as it was before)\.)/,
  asks_first:
    /^(?:The window is still there: )?[Tt]he (?:window|dialog) “(?<name>[^”]*)” asks first(?:\.|: “(?<says>[^”]*)”\.)/,
  now: /^The (?:title|[a-z ]+?)(?: “(?<name>[^”]*)”)? is now “(?<value>[^”]*)”(?:, it was “[^”]*”)?\./,
  has: /^The [a-z ]+?(?: “(?<name>[^”]*)”)? has “(?<value>[^”]*)”\./,
  opened:
    /^(?:The (?:window|dialog) “(?<name>[^”]*)”|A (?:window|dialog) without a title|A pop-up) has opened\.(?: It says: “[^”]*”\.)?/,
  menu_opened: /^A menu or list(?: with “(?<name>[^”]*)”)? has opened\./,
  menu_closed: /^The menu has closed\./,
  closed:
    /^(?:The (?:window|dialog) “(?<name>[^”]*)”|A (?:window|dialog) without a title|A pop-up) (?:has closed|is closed)\./,
  still_there: /^The window “(?<name>[^”]*)” is still there\./,
  selected: /^The [a-z ]+?(?: “(?<name>[^”]*)”)? is selected\./,
  selected_text: /^Selected is “(?<value>[^”]*)”\./,
  checked: /^The [a-z ]+?(?: “(?<name>[^”]*)”)? is checked\./,
  unchecked: /^The [a-z ]+?(?: “(?<name>[^”]*)”)? is (?:un|not |no longer )checked\./,
  value: /^The [a-z ]+?(?: “(?<name>[^”]*)”)? is “(?<value>[^”]*)”\./,
  not_typed: /^Not all keys have arrived\./,
  same_before: /^It had that before\./,
  own_way: /^It is written in another way than was asked for\./,
  more_changed: /^The application has changed more than what was typed\./,
  saved_title: /^The title “(?<name>[^”]*)” no longer says that there is unsaved work\./,
  in_front: /^(?:The (?:window|dialog) )?“(?<name>[^”]*)” (?:is in front|has come to the front)\./,
  files_there: /^(?<what>.+?) (?:is|are) in “(?<folder>[^”]*)”\./,
  files_gone: /^(?<what>.+?) (?:is|are) no longer there\./,
  focus: /^The [a-z ]+?(?: “(?<name>[^”]*)”)? has the focus\./,
  scrolled: /^The [a-z ]+?(?: “(?<name>[^”]*)”)? is at (?<value>[\d.]+)\./,
  moved: /^(?<count>\d+) controls have moved\./,
  appeared: /^(?:A control has|\d+ controls have) appeared: [^.]*\./,
  disappeared: /^(?:A control has|\d+ controls have) disappeared: [^.]*\./,
  pixels: /^Only pixels have changed, no control has\./,
  nothing: /^(?:Nothing has changed|It changes nothing)\./,
  password: /^A password field is not read back\./,
  unreadable:
    /^(?:Its text can’t be read|What was typed can’t be read back|The control is not in the tree)\./,
  control_gone: /^The (?:control|field|item) is gone\./,
  state: /^The [a-z ]+?(?: “(?<name>[^”]*)”)? (?:is (?:no longer )?[a-z, ]+|has changed)\./,
} as const

export type EvidenceCode = keyof typeof SENTENCES
export const EVIDENCE_CODES = Object.keys(SENTENCES) as EvidenceCode[]

export interface Told {
  code: EvidenceCode
  parameters: Record<string, string>
}

/** Returns every sentence as its code, in the order of the text; null where one of them is not known. */
export function toldBy(evidence: string): Told[] | null {
  const told: Told[] = []
  let rest = evidence.trim()
  while (rest !== '') {
    const found = firstSentence(rest)
    if (found === null) return null
    told.push(found.told)
    rest = rest.slice(found.length).trimStart()
  }
  return told.length === 0 ? null : told
}

function firstSentence(text: string): { told: Told; length: number } | null {
  for (const code of EVIDENCE_CODES) {
    const match = SENTENCES[code].exec(text)
    if (!match) continue
    const groups = Object.entries(match.groups ?? {}).filter(
      (group): group is [string, string] => group[1] !== undefined,
    )
    return { told: { code, parameters: Object.fromEntries(groups) }, length: match[0].length }
  }
  return null
}

/** Returns the sentence that says most; null where the text is not known. */
export function mostTelling(evidence: string): Told | null {
  const told = toldBy(evidence)
  if (told === null) return null
  return told.toSorted((one, other) => rank(one) - rank(other))[0] ?? null
}

const rank = ({ code }: Told): number => EVIDENCE_CODES.indexOf(code)

/** Returns the files that acts are known to have written, in their order, each once. */
export function writtenFiles(evidences: Iterable<string | null>): string[] {
  const files = [...evidences].flatMap(
    (evidence) =>
      (evidence === null ? null : toldBy(evidence))?.flatMap(({ code, parameters }) =>
        code === 'file_written' ? [parameters['path'] ?? ''] : [],
      ) ?? [],
  )
  return [...new Set(files)].filter((path) => path !== '')
}
