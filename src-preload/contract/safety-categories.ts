// Names the categories of acts, with their words; without schemas, for code that needs only the names.

/** Kinds of acts that can't be undone or reach beyond the chosen application. `unknown` is an act that no rule knows to be harmless. */
export const SAFETY_CATEGORIES = [
  'send',
  'delete',
  'overwrite',
  'pay',
  'install',
  'run_command',
  'start_programs',
  'secret',
  'close_unsaved',
  'change_setting',
  'upload',
  'password',
  'other_application',
  'untrusted_content',
  'unknown',
] as const

export type SafetyCategory = (typeof SAFETY_CATEGORIES)[number]

/** The words for an act of each category. */
export const CATEGORY_WORDS: Record<SafetyCategory, string> = {
  send: 'it sends something',
  delete: 'it deletes something or takes it from its place',
  overwrite: 'it replaces a file',
  pay: 'it pays or orders',
  install: 'it installs software',
  run_command: 'it runs a command',
  start_programs: 'it writes where programs are started from',
  secret: 'it reads what may be secret',
  close_unsaved: 'it closes work that is not saved',
  change_setting: 'it changes a setting',
  upload: 'it uploads something',
  password: 'it types into a password field',
  other_application: 'it is outside of the chosen application',
  untrusted_content: 'it follows what was read on the screen',
  unknown: 'it is not known to be harmless',
}

/** The acts that a person allows who agrees to a category in advance. */
export const CATEGORY_COVERS: Record<SafetyCategory, string> = {
  send: 'forms and buttons of pages, messages, addresses that you did not name',
  delete: 'what removes files, mails or text that may not come back',
  overwrite: 'replacing files that are there',
  pay: 'buying, ordering, transfers',
  install: 'installing, updating and removing software',
  run_command: 'commands and programs, but not what they delete or send',
  start_programs: 'writing where programs are started from: start-up files, menus, services, hooks',
  secret: 'reading keys, passwords, browser data and hidden files',
  close_unsaved: 'closing work that may not be saved',
  change_setting: 'settings of the system and of applications',
  upload: 'giving files to pages',
  password: 'typing into password fields',
  other_application: 'acts outside of the chosen application',
  untrusted_content: 'telling an address that you did not name what the run has read',
  unknown: 'what no rule knows; never what is known to be in another category',
}
