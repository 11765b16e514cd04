// Names of controls as toolkits give them, made readable: GTK doubles labels, names widgets by their class, pads menus.
import type { Control } from '../core/desktop.ts'

/** A widget class that GTK 4 gives in place of a name: `GtkButton`, `AdwGizmo`. */
const WIDGET_CLASS = /^(Gtk|Adw|Gdk|Hdy)[A-Z]\w*$/

/** One line, no doubled label (GTK 4 says `7 7`), no accelerator padding, no class in place of a name. */
export function cleanName(name: string): string {
  const line = name.replace(/[\s\u00a0\u200e\u200f]+/g, ' ').trim()
  if (WIDGET_CLASS.test(line)) return ''
  const half = line.slice(0, (line.length - 1) / 2)
  return line.length >= 3 && line === `${half} ${half}` ? half : line
}

/** Its name, or where it has none what it says of itself: galculator and Qt tool buttons have only a description. */
export function readableName(control: Pick<Control, 'name' | 'description'>): string {
  return cleanName(control.name) || cleanName(control.description ?? '')
}
