// Says what can be said instead of a clause that is not understood.

const BY_MENU = ' Say it by its menu, for example: choose View > Zoom.'
const BY_BUTTON = ' Say which button is meant, for example: click "Send".'
const WINDOWS =
  ' Windows are not moved by plain commands. Say: maximize the window, minimize the window, or switch to APP.'
const MODEL = ' That needs a model, which understands free sentences: add one in the settings.'

const HINTS: readonly [RegExp, string][] = [
  [
    /^append\b|^(?:add|insert|put|write)\b.*\bat the (?:very )?(?:end|bottom)$/i,
    ' Say: press Ctrl+End, press Enter, type "TEXT".',
  ],
  [
    /^(?:add|insert|put|write)\b.*\bat the (?:very )?(?:beginning|start|top)$/i,
    ' Say: press Ctrl+Home, type "TEXT", press Enter.',
  ],
  [/^(?:create|make)\b.*\b(?:file|document)\b/i, ' Say: open APP, type "TEXT", save as "~/NAME".'],
  [/^(?:search|google)\b/i, ' Say: open the browser, search for "TEXT".'],
  [/^(?:tile|snap)\b|^(?:move|resize|enlarge|shrink)\b.*\bwindow\b/i, WINDOWS],
  [
    /\bpdf$/i,
    ' Say it by its menu: choose File > Print…, or in office programs: choose File > Export As > Export as PDF….',
  ],
  [
    /^(?:shut ?down|power off|reboot|restart|log ?out|log off|lock|suspend|hibernate|sleep)\b/i,
    ' Plain commands switch nothing of the system itself.',
  ],
  [
    /^(?:calculate|compute|add up|work out)\b|^what(?: is|[’']s) [\d(]/i,
    ' Say it to a calculator: open calculator, type 6*7, press Enter, read display.',
  ],
  [/^(?:hold|keep)\b/i, ' Keys are pressed together like this: press Ctrl+S.'],
  [
    /^(?:sort|order|arrange)\b/i,
    ' Say: sort ascending, sort descending, or click the heading of the column. Or by its menu: choose View > Sort by > Name.',
  ],
  [/^go to (?:the )?(?:page|slide)\b/i, ' Say: set "Page" to 5, press Enter.'],
  [/^go to\b/i, ' Say: go to line 2, go to cell B7, switch to APP, or open "FILE".'],
  [/^wait$/i, ' Say: wait 2 seconds.'],
  [/^fill\b/i, ' Say: fill in CONTROL with "TEXT".'],
  [/^copy\b/i, ' Say: select all, copy it.'],
  [/^show me\b/i, ' Say what: read document.'],
  [/^(?:switch|focus)\b/i, ' Say: switch to APP.'],
  [/^(?:save|store)\b/i, ' Say: save as "~/Documents/NAME".'],
  [
    /^(?:(?:change|increase|decrease|raise|lower)\b|make (?:it|its|the|this|that)\b)/i,
    ' Say: set CONTROL to "VALUE", for example: set "Font Size" to 20.',
  ],
  [/^(?:zoom|empty|crop|rotate|turn|flip|scale|resize|insert|add|hide|show|bookmark|duplicate)\b/i, BY_MENU],
  [
    /^(?:yes|no|ok|okay|cancel|accept|agree|dismiss|stop|play|pause|mute|log ?in|sign ?in|sign ?up|submit|send|attach|download|upload|apply|confirm)\b/i,
    BY_BUTTON,
  ],
  [
    /^(?:who|what|why|how|when|where|which|is|are|does|do|did|has|have|summari[sz]e|translate|explain|describe|draft|compose|reply|answer|book|buy|order|plan|create|make|find out|tell|give|remind|compare|check if|do)\b/i,
    MODEL,
  ],
]

/** Takes in a clause that is not understood. Empty where nothing better is known than the list of all commands. */
export const insteadOf = (clause: string): string =>
  HINTS.find(([pattern]) => pattern.test(clause))?.[1] ?? ''
