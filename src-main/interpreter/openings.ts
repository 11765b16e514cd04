// Reads what a person wants opened, and in which application, in whichever order they say it.

import { MENU_COMMANDS } from './menu-commands.ts'

export interface Opening {
  /** An application, a path or an address. */
  what: string
  application: string | null
  /** Whether a part of the open window may be meant: “the site manager”. */
  mayBePart?: true
}

/** What a person may call a path or an address, before they name it. */
const SORT =
  /^(?:(?:text\s+)?file|document|folder|directory|(?:web\s?)?page|(?:web\s?)?site|address|url|link)\s+(?=\S)/i
const CALLED_APPLICATION = /^the\s+(?:app|application|program)\s+(?=\S)/i
/** Folders that every home has, as they are called in English. */
export const HOME_FOLDERS = 'documents|downloads|pictures|music|videos|desktop|templates'
const IN_HOME = new RegExp(
  `^(?:(?:the|my)\\s+)?(?:(home|${HOME_FOLDERS})\\s+(?:folder|directory)|(?:folder|directory)\\s+(${HOME_FOLDERS}))$`,
  'i',
)
/** Said of what is there already, and not called an application, a file or a folder. */
const MAY_BE_PART =
  /^(?:the|my|its)\s+(?!(?:app|application|program|(?:text\s+)?file|folder|directory|address|url|link)\s)(?=\S)/i
const ARTICLE = /^(?:the|an?|my)\s+(?=\S)/i
/** “the folder docs” is called “docs”: nothing that an application opens begins with the word for its sort. */
const bareFile = (words: string): string =>
  words
    .replace(ARTICLE, '')
    .replace(/^(?:(?:text )?file|folder|directory)\s+(?:(?:called|named)\s+)?(?=\S)/i, '')
const PLACE = /^(?:~?[/\\]|~$|\.{1,2}[/\\]|[a-z]:[/\\]|[a-z][\w+.-]*:\/\/|file:)/i
/** An application, then what it opens. */
const BOTH = /^(.+?)\s+(?:(?:at|on)\s+)?(?:the\s+)?(\S+)$/i

/**
 * Takes in what stands after “open”, and what stands after “with” or “in” there. `plain` gives the text of words whose quotes were taken
 * out.
 */
export function readOpening(
  words: string,
  after: string | undefined,
  plain: (text: string) => string,
): Opening {
  const isPlace = (text: string): boolean => PLACE.test(plain(text))
  const placeIn = (text: string): string | null => {
    const [, before, behind] = IN_HOME.exec(text) ?? []
    const called = (before ?? behind)?.toLowerCase()
    if (called !== undefined)
      return called === 'home' ? '~' : `~/${called.charAt(0).toUpperCase()}${called.slice(1)}`
    const bare = text.replace(ARTICLE, '').replace(SORT, '')
    return isPlace(bare) ? bare : null
  }
  const application = (text: string): string =>
    plain(text.replace(CALLED_APPLICATION, '').replace(ARTICLE, ''))
  const place = placeIn(words)
  if (after !== undefined) {
    const other = place === null ? placeIn(after) : null
    return other === null
      ? { what: plain(place ?? bareFile(words)), application: application(after) }
      : { what: plain(other), application: application(words) }
  }
  if (place !== null) return { what: plain(place), application: null }
  const [, first, last] = BOTH.exec(words) ?? []
  return first !== undefined && last !== undefined && isPlace(last)
    ? { what: plain(last), application: application(first.replace(/\s+(?:file|folder|page|address)$/i, '')) }
    : {
        what: application(words),
        application: null,
        ...(MAY_BE_PART.test(words) && { mayBePart: true }),
      }
}

/** What a part of a window is, beside its name. */
const SORT_OF_PART = /\s+(?:dialog|window|panel|pane|view|page|box|tool|list)$/i
/** What the tab, the button or the row that shows a part may be called. */
export const shownNames = (what: string): string[] => [
  ...new Set([what, what.replace(SORT_OF_PART, ''), `${what} page`]),
]

const PREFERENCES = /^(?:preferences|settings|options|configuration)$/i

/** What the button or menu item for a part of a window may be called, the likeliest first. */
export function partNames({ what, words }: { what: string; words: string }): string[] {
  const [verb = 'Open'] = /\b(?:open|start|launch)\b/i.exec(words) ?? []
  const bare = what.replace(SORT_OF_PART, '')
  const names = [...new Set([what, bare])]
  const verbs = [verb, ...(/open/i.test(verb) ? ['Show'] : [])]
  const all = [...names, ...verbs.flatMap((each) => names.map((name) => `${each} ${name}`))]
  return [
    ...all.map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`),
    ...(PREFERENCES.test(bare) ? MENU_COMMANDS.preferences.called : []),
  ]
}
