// Lists the rules of the gate that ask, as data: every one that holds adds its category to what an act does.
import { harmsOf, unreadableIn, type CommandHarm } from './command-effects.ts'
import { plays } from './applications.ts'
import { runsCode } from './command-line.ts'
import {
  agreesByOk,
  answersSite,
  givesFile,
  leavesPage,
  opensWithChosen,
  startsForPage,
} from './dialog-answers.ts'
import type { Facts } from './facts.ts'
import { placeRules, wayOutRules, type HarmfulRule } from './harmful-places.ts'
import { settingRules } from './harmful-settings.ts'
import { agreementRules, wordRules } from './harmful-words.ts'
import {
  closesWork,
  commandClassOf,
  commandReads,
  entersPassword,
  isAgreement,
  leavesUnsaved,
  isCommanded,
  isOption,
  isPlainLink,
  isProgram,
  launched,
  pastes,
  questionOf,
  runsAddress,
  runsCodeThere,
  runsItsArguments,
  runsWhatIsNotSeen,
  sendsCommand,
  shellText,
} from './conditions.ts'
import { handsCommand, namesPipe, tellsCalculator } from './lines.ts'
import { deletesInPanes } from './manager-keys.ts'
import { erasesText } from './harmless-keys.ts'
import {
  isMentionedChoice,
  isPageHarmless,
  searches,
  searchesByButton,
  worksAsAsked,
} from './page-answers.ts'
import { startsTool } from './launched-tools.ts'
import { launchesProgram, openedItems, overwritten, readingOf } from './reach.ts'
import { CLOSING, EXECUTABLE_FILE, INSTALLER_FILE, LEAVING, RECORDED_FILE, STARTING } from './vocabulary.ts'
import { runsFromMenu } from './menus.ts'
import { isOfSystem } from './place-table.ts'
import { isProgramFile } from './program-files.ts'
import { menuPath, quoted, short } from './words.ts'

const inApplication = ({ act, gesture }: Facts) =>
  act.tool.namespace === 'AppUIExecutor' && gesture !== 'observe' && gesture !== 'foreign'
/** `/proc` cuts names at 15 characters. */
const processOf = (name: string) => name.toLowerCase().slice(0, 15)

const COMMAND_HARMS: [CommandHarm, string][] = [
  ['delete', 'This command deletes.'],
  ['install', 'This command installs or removes software.'],
  ['send', 'This command may send something to others.'],
  ['start_programs', 'This command makes programs start at other times.'],
  ['secret', 'This command tells keys or passwords.'],
]
const commandRules: HarmfulRule[] = COMMAND_HARMS.map(([category, reason]) => ({
  name: `command to ${category}`,
  category,
  reason,
  holds: (facts) => harmsOf(commandOf(facts)).includes(category),
}))

/** Gives what would be run: a command that does more than read, or the text typed into a terminal. */
const commandOf = (facts: Facts): string => (commandReads(facts) ? '' : shellText(facts))

/** Rules for code in a command, which can do things that none of its words names. */
const unreadableRules: HarmfulRule[] = (['delete', 'send'] as const).map((category) => ({
  name: `command that may ${category}`,
  category,
  reason: (facts) => `It can’t be read what this command does (${short(unreadable(facts) ?? '')}).`,
  holds: (facts) => unreadable(facts) !== null,
}))

function unreadable(facts: Facts): string | null {
  if (runsWhatIsNotSeen(facts)) return 'what was pasted or stands there'
  const { code } = facts.act.target
  if (code && !code.isShell && (facts.terminal || runsCodeThere(facts))) return `code in ${code.what}`
  return unreadableIn(commandOf(facts), readingOf(facts))
}

/** Whether a question proposes to open or run a file that is a program by its name. `.com` is a host today. */
const asksToStart = (question: string): boolean =>
  STARTING.test(question) &&
  question
    .split(/[\s“”"'«»()?!,;:]+/u)
    .some((word) => EXECUTABLE_FILE.test(word.replace(/\.+$|\.com$/gi, '')))

const isFromUser = (path: string): boolean => path.startsWith('/') && !isOfSystem(path)

export const HARMFUL: HarmfulRule[] = [
  ...placeRules,
  {
    name: 'another application',
    category: 'other_application',
    reason: ({ window, act }) =>
      `It would act in ${window?.process_name}, not in ${act.route.process_name}, which was chosen.`,
    holds: (facts) =>
      inApplication(facts) &&
      facts.window !== null &&
      facts.act.route.process_name !== '' &&
      // GIMP's plug-ins are processes of their own, whose dialogs stand over its windows.
      ![facts.window.process_name, ...(facts.act.target.dialog_of ?? [])]
        .map(processOf)
        .includes(processOf(facts.act.route.process_name)),
  },
  {
    name: 'password field',
    category: 'password',
    reason: 'It types into a field for a password.',
    holds: entersPassword,
  },
  {
    name: 'input of a terminal',
    category: 'run_command',
    reason: 'What is typed there is carried out as a command.',
    holds: (facts) =>
      pastes(facts)
        ? facts.terminal || facts.gesture === 'drag'
        : facts.terminal &&
          (facts.gesture === 'keys' || facts.gesture === 'enter text' || facts.keys.length > 0),
  },
  {
    name: 'control of a place for code',
    category: 'run_command',
    reason: ({ act }) => `It is in ${act.target.code?.what ?? ''}, and may carry out what is there.`,
    holds: runsCodeThere,
  },
  {
    name: 'line of a file manager',
    category: 'run_command',
    reason: 'A line that is typed in a file manager may be carried out as a command.',
    holds: handsCommand,
  },
  {
    name: 'more than a calculation',
    category: 'run_command',
    reason: 'Such a function of a calculator may run a program, or read or write a file.',
    holds: tellsCalculator,
  },
  {
    name: 'command',
    category: 'run_command',
    reason: (facts) => commandClassOf(facts).reason,
    holds: (facts) => facts.gesture === 'command' && !commandClassOf(facts).reads,
  },
  ...commandRules,
  ...unreadableRules,
  ...wayOutRules,
  {
    name: 'launch of an installer',
    category: 'install',
    reason: 'Opening this file may install software.',
    holds: (facts) => facts.gesture === 'launch' && launched(facts).some((word) => INSTALLER_FILE.test(word)),
  },
  {
    name: 'launch of a program file',
    category: 'run_command',
    reason: 'Opening this file may run it.',
    holds: (facts) => facts.gesture === 'launch' && launchesProgram(facts),
  },
  {
    name: 'launch from a place of the user',
    category: 'run_command',
    reason: ({ act }) =>
      `${quoted(act.target.starts?.from ?? '')} says what is started, and it is not part of the system.`,
    holds: ({ gesture, act: { target } }) =>
      gesture === 'launch' && !target.starts?.configured && isFromUser(target.starts?.from ?? ''),
  },
  {
    name: 'launch of an interpreter',
    category: 'run_command',
    reason: ({ act }) => `It runs ${quoted((act.target.starts?.words ?? []).join(' '))}.`,
    holds: ({ gesture, act: { target } }) =>
      gesture === 'launch' && !target.starts?.configured && runsCode(target.starts?.words ?? []),
  },
  {
    name: 'launch of a tool',
    category: 'run_command',
    reason: ({ act }) => `It is not known what ${quoted((act.target.starts?.words ?? []).join(' '))} does.`,
    holds: startsTool,
  },
  {
    name: 'launch with options',
    category: 'run_command',
    reason: 'It starts a program, or an application with options of its own.',
    holds: (facts) =>
      facts.gesture === 'launch' &&
      (launched(facts).some((word, index) => (index === 0 ? isProgram(word) : isOption(word))) ||
        runsItsArguments(facts)),
  },
  {
    name: 'file that is there',
    category: 'overwrite',
    reason: (facts) => `${quoted(overwritten(facts) ?? '')} is there already and would be replaced.`,
    holds: (facts) => {
      const { pressed, keys } = facts
      const presses =
        keys.includes('save') || keys.includes('enter') || (pressed !== null && !LEAVING.test(pressed.name))
      return presses && overwritten(facts) !== null
    },
  },
  ...wordRules,
  ...agreementRules,
  {
    name: 'program file in a list',
    category: 'run_command',
    reason: 'Opening this file may run it.',
    holds: (facts) =>
      facts.pressed !== null &&
      !facts.dialog &&
      facts.gesture !== 'toggle' &&
      (EXECUTABLE_FILE.test(facts.pressed.name) || openedItems(facts).some(isProgramFile)),
  },
  {
    name: 'program file in a question',
    category: 'run_command',
    reason: (facts) => `It agrees to ${quoted(questionOf(facts))}.`,
    holds: (facts) => isAgreement(facts) && asksToStart(questionOf(facts)),
  },
  {
    name: 'program that is chosen',
    category: 'run_command',
    reason: 'It opens the file with whatever program is chosen there.',
    holds: opensWithChosen,
  },
  {
    name: 'button of a page',
    category: 'send',
    reason: 'A button of a page may send what was entered there.',
    // A page can give a button any role, so every role counts, except a plain link and a field, in which a click only sets the focus.
    holds: (facts) =>
      facts.inPage &&
      facts.pressed !== null &&
      facts.pressed.role !== null &&
      !/^(web page|document|menu)$/.test(facts.pressed.role) &&
      !isPlainLink(facts) &&
      !isPageHarmless(facts) &&
      !isMentionedChoice(facts) &&
      !searchesByButton(facts) &&
      !worksAsAsked(facts) &&
      !isCommanded(facts),
  },
  {
    name: 'Enter in a page',
    category: 'send',
    reason: 'Enter in a field of a page may send what was entered there.',
    holds: (facts) =>
      facts.inPage &&
      facts.keys.includes('enter') &&
      // A form can be sent from each of its fields, boxes and lists. Enter on a link is judged like a click.
      facts.role !== null &&
      !/^(link|web page|menu|menu item|tab)$/.test(facts.role) &&
      !isCommanded(facts) &&
      !worksAsAsked(facts) &&
      !searches(facts),
  },
  {
    name: 'answer to a site',
    category: 'send',
    reason: ({ browserDialog }) => `It agrees to ${quoted(browserDialog ?? '')}, and the site hears of it.`,
    // The OK of a page's own question does no more than a button of that page.
    holds: (facts) => answersSite(facts) && !(agreesByOk(facts) && isCommanded(facts)),
  },
  {
    name: 'program for a page',
    category: 'run_command',
    reason: ({ pressed }) => `${quoted(pressed?.name ?? '')} starts a program with what the page tells it.`,
    holds: startsForPage,
  },
  {
    name: 'access key of a page',
    category: 'send',
    reason: 'Alt and a letter presses whatever button the page has given that key.',
    holds: ({ inPage, keys }) => inPage && keys.includes('access'),
  },
  {
    name: 'address that is a program',
    category: 'run_command',
    reason: 'This address is carried out by the browser.',
    holds: runsAddress,
  },
  {
    name: 'file for a page',
    category: 'upload',
    reason: 'It gives a file to a page or a conversation.',
    holds: givesFile,
  },
  {
    name: 'Enter in a conversation',
    category: 'send',
    reason: 'Enter sends the message.',
    holds: ({ kind, keys }) => kind === 'chat' && keys.includes('enter'),
  },
  {
    name: 'command of a conversation',
    category: 'run_command',
    reason: 'A line that begins with a slash is a command of this program, which may run others.',
    holds: sendsCommand,
  },
  {
    name: 'keys that send',
    category: 'send',
    reason: 'Control and Enter sends in many applications.',
    holds: ({ keys, kind }) => keys.includes('send') && kind !== 'calculator' && kind !== 'office',
  },
  {
    name: 'keys that run',
    category: 'run_command',
    reason: 'This key runs what is written there, in many editors of code.',
    holds: ({ keys, kind, dialog, terminal, window, act: { tool, target } }) =>
      keys.some((key) => key === 'reload' || key === 'run' || key === 'send' || key === 'pane') &&
      kind === null &&
      // Where a picture is shown or a song is played, nothing is written.
      !plays(window?.process_name ?? '') &&
      !RECORDED_FILE.test(target.document ?? '') &&
      !dialog &&
      !terminal &&
      tool.tool_name === 'keyboard_input',
  },
  {
    name: 'command in place of a name',
    category: 'run_command',
    reason: () => 'A name that begins with “|” is run as a command by some programs.',
    holds: namesPipe,
  },
  {
    name: 'menu that runs',
    category: 'run_command',
    reason: ({ act }) =>
      `${quoted(menuPath(act.parameters.path).join(' › '))} is of a menu that runs programs.`,
    holds: runsFromMenu,
  },
  {
    name: 'Delete key',
    category: 'delete',
    reason: 'This key may delete more than text.',
    holds: (facts) =>
      (facts.keys.includes('delete') && facts.kind !== 'calculator' && !erasesText(facts)) ||
      deletesInPanes(facts),
  },
  {
    name: 'unsaved work',
    category: 'close_unsaved',
    reason: ({ act }) =>
      act.target.unsaved === true
        ? 'There is unsaved work, which may be lost.'
        : 'It can’t be seen whether there is unsaved work, which may be lost.',
    holds: closesWork,
  },
  {
    name: 'answer about unsaved work',
    category: 'close_unsaved',
    reason: 'It leaves work unsaved, which is lost then.',
    holds: leavesUnsaved,
  },
  {
    name: 'page with unsent work',
    category: 'close_unsaved',
    reason: 'The browser asks because something in the page would be lost.',
    holds: leavesPage,
  },
  ...settingRules,
  {
    name: 'button of an installer',
    category: 'install',
    reason: 'This application installs and removes software.',
    holds: ({ kind, pressed }) =>
      kind === 'installer' &&
      pressed?.role === 'button' &&
      !LEAVING.test(pressed.name) &&
      !CLOSING.test(pressed.name),
  },
]
