// Defines the commands that `offline` knows, one clause each.

import type { MenuCommandName } from './menu-commands.ts'

interface Common {
  /** The clause as written, for messages. */
  words: string
}

export type Clause = Common &
  (
    | { kind: 'open'; what: string; application: string | null; mayBePart?: true }
    /** What asks about the document that was just opened is answered as it proposes. */
    | { kind: 'let in' }
    | { kind: 'switch'; what: string }
    | { kind: 'close'; what: string }
    | { kind: 'window state'; what: string; state: 'maximized' | 'minimized' | 'normal' }
    /** Answers the question about unsaved work that closing has brought up, if it has. */
    | { kind: 'discard' }
    /** Something is done with files and folders by their paths, whatever is open. `to`: a new place or name. */
    | { kind: 'file'; does: FileDeed; path: string; to: string | null }
    /** `wasRead`: the text is what a clause before has read. */
    | { kind: 'type'; text: string; into: string | null; wasRead?: true }
    /** `enters`: it is a folder, which has to be open before the next clause. */
    | { kind: 'click'; control: string; button: 'left' | 'right'; double: boolean; enters?: true }
    /** `named`: the keys were said by what they do (“undo”), which means something else in a terminal. `into`: a field takes them. */
    | { kind: 'press'; keys: string; named?: true; into?: string }
    /** `further`: it joins what the clause before has selected. */
    | { kind: 'select'; item: string; from: string | null; further?: true }
    | { kind: 'toggle'; control: string; checked: boolean }
    | { kind: 'expand'; control: string; wanted: 'expanded' | 'collapsed' }
    /** `unit`: what the number counts, as a person said it. */
    | { kind: 'set'; control: string; text: string; unit?: string }
    /** `choice`: what the words say where they mean no menu, “Japan in Country”; they may be an item's, “Open in Terminal”. */
    | { kind: 'menu'; path: string[]; choice?: { item: string; from: string } }
    /** Something that a menu or a button of the application does, whatever it is called there. */
    | { kind: 'command'; command: MenuCommandName }
    /**
     * The same where the words themselves are the name; `isState`: what is on already is left on. `lastly`: what a button may be called where
     * nothing else is there, as its window says the rest.
     */
    | {
        kind: 'named item'
        names: readonly string[]
        isState?: true
        opens?: true
        /** No menu is opened for it. */
        inSight?: true
        lastly?: readonly string[]
        /** Items that do this among other things: they are taken where no submenu in sight may have one of the names. */
        wider?: readonly string[]
      }
    | { kind: 'go to line'; line: number }
    /** Brings back the line that the clauses before have deleted, with its break. */
    | { kind: 'restore line'; line: number }
    | { kind: 'go to page'; page: number }
    /** Whole lines of a text are selected, by their numbers. */
    | { kind: 'lines'; from: number; to: number }
    | { kind: 'zoom'; percent: number }
    | { kind: 'sort'; by: string }
    /** A cell of a sheet, or several: `B7`, `A1:B3`. */
    | { kind: 'cell'; cell: string }
    | { kind: 'tab'; which: 'next' | 'previous' }
    | { kind: 'visit'; address: string }
    /** `inText`: it is looked for in the text, and not by a field for searching. */
    | { kind: 'search'; text: string; inText: boolean }
    /** What the clause before has made gets its name. */
    | { kind: 'name'; text: string }
    | { kind: 'replace'; text: string; by: string }
    /** A text is selected; `to`: the end of a longer one. */
    | { kind: 'mark'; text: string; to: string | null }
    | { kind: 'drag'; control: string; to: string }
    | { kind: 'scroll'; direction: 'up' | 'down'; notches: number; within: string | null }
    /** Scrolls until something is in sight. */
    | { kind: 'scroll to'; control: string }
    | { kind: 'wait'; seconds: number }
    | { kind: 'wait for'; control: string }
    | { kind: 'read'; control: string }
    /** Without a path it means the document's own file. */
    | { kind: 'save'; path: string | null }
  )
export type FileDeed = 'make' | 'rename' | 'move' | 'copy' | 'trash'
export type ClauseKind = Clause['kind']
export type ClauseOf<K extends ClauseKind> = Extract<Clause, { kind: K }>

/** Every command, as messages show it to a person. */
export const COMMANDS = [
  'open APP or "FILE" [in APP]',
  'switch to APP',
  'type "TEXT" [into CONTROL]',
  'click | double-click | right-click CONTROL',
  'press KEYS (Ctrl+S, Enter)',
  'undo | redo | cut | copy | paste [into CONTROL] | print',
  'select ITEM from CONTROL',
  'check | uncheck | show | hide CONTROL',
  'expand | collapse CONTROL',
  'set CONTROL to "TEXT"',
  'clear CONTROL',
  'choose MENU > ITEM',
  'drag CONTROL to CONTROL',
  'select the text "TEXT" [to "TEXT"]',
  'find "TEXT"',
  'replace all "TEXT" with "TEXT"',
  'go to line N | page N | cell B7 | ADDRESS',
  'select | delete lines N to M',
  'make it bold | italic | underlined',
  'new | next | previous | close tab',
  'zoom in | out | to 150%',
  'sort by COLUMN',
  'insert a row | column | TABLE …',
  'create a new X [called Y]',
  'play | pause | crop | export … X',
  'switch to X mode | view',
  'scroll up | down [N]',
  'wait N seconds',
  'wait for CONTROL',
  'read CONTROL',
  'save [as "PATH"]',
  'close APP [without saving]',
  'maximize | minimize | restore the window',
  'create the folder | delete "PATH"',
  'rename | move | copy "PATH" to "PATH"',
] as const

/** Commands that choose among applications, or need none, which the HostAgent carries out. */
export type HostClause = ClauseOf<'open' | 'switch' | 'close' | 'window state' | 'file'>
const HOST_KINDS: ReadonlySet<ClauseKind> = new Set(['open', 'switch', 'close', 'window state', 'file'])
export const isHostClause = (clause: Clause): clause is HostClause => HOST_KINDS.has(clause.kind)
