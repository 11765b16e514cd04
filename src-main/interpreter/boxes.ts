// Tells which items have a box of their own: what Qt and GTK draw in the rows of a list of settings.
import type { Control, ControlRole } from '../core/desktop.ts'
import { Label } from '../matching/label.ts'

/** Boxes that stand by themselves. */
export const BOXES: ReadonlySet<ControlRole> = new Set<ControlRole>(['check box', 'switch'])
/** Items of which a box is only a part. */
const BOXED: ReadonlySet<ControlRole> = new Set<ControlRole>(['list item', 'tree item', 'row', 'cell'])

/** Words by which a label means the opposite of a part of it: “Don’t show tips”, “All but headers”. */
const TURNS =
  /\b(?:no|not|non|never|without|except|but|only|less|hide|disable|deny|refuse|reject|decline|block|prevent|avoid|forbid|mute|omit|forget|unsubscribe|exclude|ignore|stop|skip|turn off|opt out|nicht|nie|kein\w*|ohne|nur|außer|ausblenden|deaktivieren|ablehnen|pas|jamais|sans|sauf|aucun\w*|désactiver|masquer|sin|nunca|salvo|ocultar)\b|n['’]t\b|不|无|未|除|隐藏|禁/iu
/** The least letters of what is asked for, because a shorter word is a part of too many labels. */
const MIN_ASKED = 4

const added = (asked: Label, { name }: Control): string =>
  new Label(name).tokens.filter((word) => !asked.tokens.includes(word)).join(' ')

/** Whether the label of a box has only added what does not turn its meaning: “I accept the terms” for “the terms”. */
export const saysNoOther = (asked: Label, control: Control): boolean =>
  BOXES.has(control.role) && asked.bare.length >= MIN_ASKED && !TURNS.test(added(asked, control))

/** Whether the label of a box has added what turns its meaning: who asks for cookies does not mean “Block cookies”. */
export const saysOpposite = (asked: Label, control: Control): boolean =>
  BOXES.has(control.role) &&
  asked.tokens.every((word) => new Label(control.name).tokens.includes(word)) &&
  TURNS.test(added(asked, control))

/** What a box says before or behind the name of what it shows or turns on: “Display line numbers”, “Seitenleiste anzeigen”. */
const SHOWING =
  /^(?:show|display|view|enable|use|activate|turn on|afficher|activer|mostrar|activar|显示|启用|使用)(?:\s+|(?<=\p{Script=Han}))(?:(?:the|a|an)\s+)?|\s+(?:anzeigen|einblenden|aktivieren|verwenden|zeigen)$/iu

/** A label without that; empty where it says no such thing. */
export const withoutShowing = (label: string): string => {
  const plain = label.replaceAll(/_(?=\p{L})/gu, '')
  const bare = plain.replace(SHOWING, '')
  return bare === plain ? '' : bare
}

export const isBoxedItem = ({ role, states }: Control): boolean =>
  BOXED.has(role) && states.some((state) => state === 'checked' || state === 'unchecked' || state === 'mixed')
