// Finds the combo boxes that an application builds of a field and a button with an arrow, or of the button alone (LibreOffice's).
import type { TreeNode } from './collect.ts'
import type { Candidate } from './elements.ts'
import type { Listed } from './knowledge.ts'
import { AtspiRole } from './roles.ts'

/**
 * Gives the box around a button without a name of which nothing else is shown. If a list is hidden in that box, the button opens it:
 * LibreOffice builds the lists without a field of its dialogs so. The hidden list has their label, and does not tell what they show.
 */
export const boxOfList = ({ role, name, holder }: Candidate): TreeNode | null =>
  role === 'toggle button' && name === '' && holder?.role === AtspiRole.filler && holder.children.length === 1
    ? holder
    : null

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
