// Tells which items have a box of their own: what Qt and GTK draw in the rows of a list of settings.
import type { Control, ControlRole } from '../core/desktop.ts'

const BOXED: ReadonlySet<ControlRole> = new Set<ControlRole>(['list item', 'tree item', 'row', 'cell'])

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
