// Finds the combo boxes that an application builds of a field and a button with an arrow (LibreOffice's in its tool bars).
import type { Listed } from './knowledge.ts'

/** Makes a named group a combo box where it holds a field and a button, both without a name, and nothing else. */
export function joinComboBoxes(listed: readonly Listed[]): void {
  const inside = Map.groupBy(listed, ({ element }) => element.parent)
  for (const one of listed) {
    if (one.element.role !== 'group' || one.element.name === '') continue
    const parts = inside.get(one.element.ref) ?? []
    const field = parts.find(({ element }) => element.role === 'edit')
    const arrow = parts.find(({ element }) => element.role === 'toggle button')
    if (!field || !arrow || parts.length > 2 || parts.some(({ element }) => element.name !== '')) continue
    one.element.role = 'combo box'
    one.element.value = field.element.value
    one.field = field.element.ref
    field.element.name = one.element.name
    field.label = one.element.name
  }
}
