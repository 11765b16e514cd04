// Lists the rules about settings: of the system, of an application, of its plug-ins, of a file.
import { isFileManager } from './applications.ts'
import { isAskedSetting } from './asked-controls.ts'
import { isBrowserChrome } from './conditions.ts'
import { agreesToSettings } from './dialog-answers.ts'
import { ITEMS, type Facts } from './facts.ts'
import type { HarmfulRule } from './harmful-places.ts'
import { setsCommand } from './lines.ts'
import { INFORMS, PLUGINS_TITLE, PROPERTIES_TITLE, SETTINGS_TITLE } from './vocabulary.ts'
import { quoted } from './words.ts'

/** True when a control that holds a setting is changed, in whatever way. A row with a mark may change it by a click. */
function setsSomething({ gesture, role, keys, pressed, control }: Facts): boolean {
  const pressedRole = pressed?.role ?? ''
  if (/^(check box|radio button|switch|toggle button)$/.test(pressedRole)) return true
  if (role !== null && ITEMS.has(role) && isMarked(control))
    return /^(activate|point|toggle)$/.test(gesture) || keys.some((key) => /^(space|enter)$/.test(key))
  if (role === null || !/^(check box|radio button|switch|toggle button|slider|spinner|combo box)$/.test(role))
    return false
  if (gesture === 'keys') return keys.some((key) => /^(caret|type|space|edit|paste|delete)$/.test(key))
  return (
    gesture === 'toggle' ||
    gesture === 'select' ||
    gesture === 'drag' ||
    gesture === 'scroll' ||
    gesture === 'enter text'
  )
}

const isMarked = (control: Facts['control']): boolean =>
  control?.states.some((state) => state === 'checked' || state === 'unchecked' || state === 'mixed') ?? false

export const settingRules: HarmfulRule[] = [
  {
    name: 'settings of the system',
    category: 'change_setting',
    reason: 'It changes a setting at once.',
    holds: (facts) =>
      facts.kind === 'settings' &&
      (setsSomething(facts) ||
        /^(toggle|enter text|drag)$/.test(facts.gesture) ||
        (facts.pressed?.role === 'menu item' && !INFORMS.test(facts.pressed.name))),
  },
  {
    name: 'dialog of settings',
    category: 'change_setting',
    reason: ({ window }) => `It changes the settings in ${quoted(window?.title ?? '')}.`,
    holds: (facts) =>
      facts.kind !== 'calculator' &&
      SETTINGS_TITLE.test(facts.window?.title ?? '') &&
      !isBrowserChrome(facts) &&
      (setsSomething(facts) || agreesToSettings(facts)) &&
      !isAskedSetting(facts),
  },
  {
    name: 'what acts at once in a dialog',
    category: 'change_setting',
    reason: ({ window }) => `It changes something in ${quoted(window?.title ?? '')} at once.`,
    holds: (facts) =>
      facts.dialog &&
      !facts.inPage &&
      (PLUGINS_TITLE.test(facts.window?.title ?? '') ||
        (PROPERTIES_TITLE.test(facts.window?.title ?? '') &&
          isFileManager(facts.window?.process_name ?? ''))) &&
      setsSomething(facts),
  },
  {
    name: 'setting that is a command',
    category: 'run_command',
    reason: ({ control }) => `${quoted(control?.name ?? '')} holds a command, which is started later.`,
    holds: setsCommand,
  },
]
