// Lists places whose text is carried out: fields for commands, consoles, editors of macros. What is typed there is a command,
// whatever control it is in.
import { labelPattern, type LabelPattern } from './label-pattern.ts'
import { SETTINGS_TITLE } from './vocabulary.ts'
import { endsInPrompt, isPrompt } from './prompts.ts'

/** A window as its driver reports it. */
export interface CodeWindow {
  processName: string
  title: string
  kind: string
  modal: boolean
}

/** A control as its driver reports it. */
export interface CodeControl {
  role: string
  name: string
  editableText: boolean
  /** The toolkit's name for the kind of control. */
  className?: string | undefined
  states?: readonly string[]
}

export interface CodePlace {
  /** Describes the place in words that end a sentence. */
  what: string
  /** Whether it is a shell's command line, which is read by its words. Other code may do anything. */
  isShell: boolean
  /** Whether its other controls carry out code, too: Enter in a list of macros runs the chosen one. */
  isWhole: boolean
}

interface CodeRow extends CodePlace {
  process?: RegExp
  title?: LabelPattern
  /** Whether it counts only in dialogs. */
  dialog?: true
  /** The name of the field. */
  field?: LabelPattern
  className?: string
  /** Whether the name of the field has to be a prompt. */
  isPromptNamed?: true
  /** Whether the end of the control's text has to be a prompt. */
  isPrompted?: true
  /** Whether it counts only in a text of several lines. */
  lines?: true
  /** Whether it counts only in a control that takes text. */
  isTyped?: true
  /** Whether it counts also where the keyboard is in no known control. */
  isBlind?: true
}

const shell = (what: string, row: Partial<CodeRow>): CodeRow => ({
  what,
  isShell: true,
  isWhole: false,
  ...row,
})
const code = (what: string, row: Partial<CodeRow>): CodeRow => ({
  what,
  isShell: false,
  isWhole: false,
  ...row,
})

const CODE_ROWS: readonly CodeRow[] = [
  shell('a terminal', { className: 'terminal' }),
  shell('a window that starts programs', {
    process: /^(xfce4-appfinder|xfrun4|gmrun|krunner|rofi|lxqt-runner|lxpanelctl|fsrunner)$/,
  }),
  shell('a dialog of commands', {
    dialog: true,
    title: labelPattern({
      words: '(?:build|custom|shell|user) commands?|external tools?|custom actions?',
      anywhere:
        '^(?:run|execute|launch|open with|choose an? (?:application|program)|custom command|ausführen|öffnen mit|exécuter|ouvrir avec|ejecutar|abrir con|esegui|apri con)(?![\\p{L}\\p{N}])|^运行|^执行|^打开方式',
    }),
  }),
  shell('a field for a command', {
    dialog: true,
    field: labelPattern({ words: 'command|command line|befehl|commande|comando', anywhere: '命令' }),
  }),
  // Pages of settings have it in their own window (Audacious). “Command” alone may be a column or a field of a form there.
  shell('a field for a command', {
    isTyped: true,
    field: labelPattern({
      whole:
        '(?:[\\p{L}-]+ ){1,2}(?:command|command line|befehl|befehlszeile|commande|comando)|command (?:to|for|line for) .+|[\\p{L}-]+befehl',
      ending: '[:：]?',
    }),
  }),
  // What opens pages, mails and files is named by what it is (“Web browser:”, “External editor”).
  shell('a field for a program', {
    isTyped: true,
    title: SETTINGS_TITLE,
    field: labelPattern({
      whole:
        '(?:use )?(?:(?:default|custom|external|preferred|alternative|system) )*(?:(?:web|html|internet) ?browser|e-?mail (?:client|program|reader)|(?:sound|audio|music|media|video) player|terminal(?: emulator)?|(?:text|image|source|code|diff|hex) ?(?:editor|viewer)|(?:external|custom) (?:editor|viewer|tool|program|application|player|browser)|(?:pdf|ps|dvi|image) viewer|file manager|archiver|diff tool|browser|mailer|shell|interpreter|compiler)(?: (?:program|application|executable|path))?',
      ending: '[:：]?',
    }),
  }),
  shell('a terminal', {
    isTyped: true,
    field: labelPattern({ whole: 'terminal input|terminal \\d+, .*|终端 \\d+, .*' }),
  }),
  code('a console', {
    isTyped: true,
    field: labelPattern({
      // A form of a shop may have a field “Console”, one of an airport “Terminal 2”.
      whole:
        '(?:[\\p{L}.-]+ ){0,2}console (?:prompt|input|command line)|(?:debug|developer|error|javascript|lua|python|ruby|script|script-fu|sql) console(?:,? .*)?|(?:python|script-fu|command|nyquist) (?:prompt|shell)|repl(?: input)?|interactive (?:window|input|console)|evaluate (?:code|expressions?)|(?:javascript|code|macro|script) (?:input|to (?:run|execute|evaluate))|调试控制台.*',
    }),
  }),
  // “julia>” before a field of one line, as its name or beside it.
  code('a console', { isTyped: true, isPromptNamed: true }),
  code('the tools for developers of a browser', {
    title: labelPattern({
      anywhere: '^(?:devtools|(?:web )?developer tools|browser toolbox|web inspector|开发者工具)(?: [-–—]|$)',
    }),
    isBlind: true,
  }),
  code('a window for SQL', {
    process:
      /^(sqlitebrowser|db browser for s(qlite)?|sqlitestudio|dbeaver(-ce)?|pgadmin\d?|mysql-workbench(-bin)?|sqlectron|beekeeper-studio|heidisql|datagrip|kexi.*|tora)$/,
    lines: true,
    isBlind: true,
  }),
  code('an editor of macros', {
    title: labelPattern({
      anywhere:
        ' - (?:libreoffice|openoffice) basic$|visual basic for applications|(?:^| )(?:script|macro) editor$',
    }),
    isWhole: true,
    isBlind: true,
  }),
  // The dialog asks for what its title says that it carries out (jEdit). “Evaluate Formula” only shows how a cell is computed.
  code('a dialog that carries out code', {
    dialog: true,
    title: labelPattern({
      words:
        '(?:evaluate|eval|execute|auswerten|évaluer|evaluar) (?!formula)(?:\\p{L}+ ){0,2}(?:expressions?|code|snippet|statements?|scripts?|selection|ausdruck|expresión|lines?)|(?:beanshell|groovy|jython|python|perl|ruby|lua|tcl|lisp|scheme|guile|javascript|sql) (?:expressions?|code|snippet|statements?|commands?|scripts?)',
      anywhere: '求值|执行代码',
    }),
    isWhole: true,
    isBlind: true,
  }),
  code('a dialog of scripts', {
    dialog: true,
    title: labelPattern({
      whole:
        '(?:(?:run|user|my|manage|choose|select|execute) )?(?:scripts?|custom tools|user ?actions)(?: (?:manager|browser|list|console))?|skripte|脚本(?:管理器)?',
    }),
    isWhole: true,
  }),
  code('a dialog of macros', {
    dialog: true,
    title: labelPattern({
      words: 'macros?(?! (?:security|sicherheit))|makros?(?!-?sicherheit)',
      anywhere: '宏(?!安全)',
    }),
    isWhole: true,
  }),
  code('a console', {
    title: labelPattern({
      whole:
        '(?:[\\p{L}\\p{N}.+/-]+ ){0,3}(?:\\p{L}*console|shell|repl|interpreter|prompt)(?: [\\d.]+)?(?: - [^-]+)?|(?:immediate|debugger) window|控制台',
    }),
    isBlind: true,
  }),
  code('a program that carries out what is typed', {
    process:
      /^(emacs.*|gvim|vim\.(gtk3?|athena|tiny|basic)|nvim-qt|neovide|idle[\d.]*|octave-gui|rgui|rstudio|rkward|spyder\d?|jupyter-qtconsole|scilab(-bin|-adv-cli)?|xcas|wxmaxima|matlab|thonny|mu-editor|pyzo|drracket|texmacs(\.bin)?|cantor|pharo|squeak|tkcon|goneovim|neovim-gtk|nvim-gtk|fvim|gvim\.\w+|xemacs[\d.]*|sagemath|gnuplot(_qt|_x11)?|zathura|qutebrowser|vimb|luakit|vieb|nyxt)$/,
    isBlind: true,
  }),
  code('a console', { isPrompted: true }),
]

/** Finds the program that carries out the text of a control. `control` is null where the keyboard is in no known control. */
export function codePlaceOf(
  window: CodeWindow,
  control: CodeControl | null,
  text: string | null = null,
): CodePlace | null {
  const isDialog = window.kind === 'dialog' || window.modal
  const found = CODE_ROWS.find((row) => {
    if (control === null && !row.isBlind) return false
    if (row.dialog && !isDialog) return false
    if (row.isTyped && !(control && takesText(control))) return false
    const isLine =
      control !== null &&
      takesText(control) &&
      control.role !== 'document' &&
      !control.states?.includes('multiline')
    if (row.lines && isLine) return false
    return (
      (row.process?.test(window.processName.toLowerCase()) ?? true) &&
      (row.title?.test(window.title) ?? true) &&
      (row.field?.test(control?.name ?? '') ?? true) &&
      (row.className === undefined || row.className === control?.className) &&
      (!row.isPromptNamed || isPrompt(control?.name ?? '')) &&
      (!row.isPrompted || endsInPrompt(text ?? '', window.title))
    )
  })
  if (!found) return null
  const { what, isShell, isWhole } = found
  return { what, isShell, isWhole }
}

/** Whether text can be typed into a control. */
export const takesText = ({ role, editableText }: CodeControl): boolean =>
  role === 'edit' || role === 'document' || ((role === 'combo box' || role === 'cell') && editableText)
