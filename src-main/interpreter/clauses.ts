// Defines the commands that `offline` knows, one clause each.

interface Common {
  /** The clause as written, for messages. */
  words: string
}

export type Clause = Common &
  (
    | { kind: 'open'; what: string; application: string | null }
    | { kind: 'switch'; what: string }
    | { kind: 'close'; what: string }
    /** Answers the question about unsaved work that closing has brought up, if it has. */
    | { kind: 'discard' }
    | { kind: 'type'; text: string; into: string | null }
    | { kind: 'click'; control: string; button: 'left' | 'right'; double: boolean }
    /** `named`: the keys were said by what they do (“undo”), so that each system has its own. */
    | { kind: 'press'; keys: string; named?: true }
    | { kind: 'select'; item: string; from: string | null }
    | { kind: 'toggle'; control: string; checked: boolean }
    | { kind: 'expand'; control: string; wanted: 'expanded' | 'collapsed' }
    | { kind: 'set'; control: string; text: string }
    /** `choice`: what the words say where they mean no menu, “Japan in Country”; they may be an item's, “Open in Terminal”. */
    | { kind: 'menu'; path: string[]; choice?: { item: string; from: string } }
    | { kind: 'scroll'; direction: 'up' | 'down'; notches: number; within: string | null }
    | { kind: 'wait'; seconds: number }
    | { kind: 'wait for'; control: string }
    | { kind: 'read'; control: string }
    /** Without a path it means the document's own file. */
    | { kind: 'save'; path: string | null }
  )
export type ClauseKind = Clause['kind']
export type ClauseOf<K extends ClauseKind> = Extract<Clause, { kind: K }>

/** Every command, as messages show it to a person. */
export const COMMANDS = [
  'open APP or "FILE" [in APP]',
  'switch to APP',
  'type "TEXT" [into CONTROL]',
  'click | double-click | right-click CONTROL',
  'press KEYS (Ctrl+S, Enter)',
  'undo | cut | copy | paste',
  'select ITEM from CONTROL',
  'check | uncheck CONTROL',
  'expand | collapse CONTROL',
  'set CONTROL to "TEXT"',
  'clear CONTROL',
  'choose MENU > ITEM',
  'scroll up | down [N]',
  'wait N seconds',
  'wait for CONTROL',
  'read CONTROL',
  'save [as "PATH"]',
  'close APP [without saving]',
] as const

/** Commands that choose among applications, which the HostAgent carries out. */
export type HostClause = ClauseOf<'open' | 'switch' | 'close'>
export const isHostClause = (clause: Clause): clause is HostClause =>
  clause.kind === 'open' || clause.kind === 'switch' || clause.kind === 'close'
