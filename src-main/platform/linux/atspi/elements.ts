// Makes controls of the objects of a toolkit: decides which ones a person would call a control, and what they are called.
import type { ControlRole, ControlState } from '../../../core/desktop.ts'
import type { Toolkit } from './applications.ts'
import { Has, type AccessibleCalls, type ObjectRef } from './calls.ts'
import type { TreeNode } from './collect.ts'
import { contentOf, plain } from './details.ts'
import { AtspiRole, controlRole, controlStates } from './roles.ts'

/** A node that becomes an element. `parent` is the nearest such node above it. */
export interface Candidate {
  node: TreeNode
  role: ControlRole
  name: string
  parent: Candidate | null
  /** The object that holds this node: the next one above, control or not. */
  holder: TreeNode | null
  depth: number
  root: TreeNode
  /** Below a menu, a pop-up or a combo box: it may be drawn outside its root's window. */
  popup: boolean
  /** Its name, also that of its label, is the title of the group around it, and is left out. */
  borrows?: true
}

/** Roles that are listed only with a name or text. */
const SILENT = new Set<ControlRole>(['group', 'other', 'text', 'heading', 'image', 'row', 'header', 'cell'])
/** Roles that are never listed. */
const LAYOUT = new Set<number>([AtspiRole.filler, 50 /* separator */, 74 /* ruler */])
const POPUPS = new Set<number>([
  AtspiRole.menu,
  AtspiRole.popupMenu,
  AtspiRole.comboBox,
  AtspiRole.window,
  AtspiRole.toolTip,
  AtspiRole.menuItem,
])

/** GTK 4 gives the name of the widget's class where there is no better name. */
const CLASS_NAME = /^(Gtk|Adw|Gdk|Gsk|Hdy)[A-Z]\w*$|^[A-Z][a-z]+View$|^Tab( list)?$/

export function nameOf(node: Pick<TreeNode, 'name'>, toolkit: Toolkit): string {
  const name = plain(node.name)
  if (toolkit !== 'gtk4') return name
  if (CLASS_NAME.test(name)) return ''
  // GTK 4 doubles a name: `5 5` is a button's text and its tooltip, `_Save Save` is a label with and without its access key.
  return /^(.+) \1$/.exec(name.replace('_', ''))?.[1] ?? name
}

/** Roles for which an application of GTK 4 tells the name of its own class, where they have no other (NautilusToolbar, EditorSourceView). */
const UNNAMED = new Set<ControlRole>([
  'tool bar',
  'table',
  'list',
  'tree',
  'group',
  'tab list',
  'cell',
  'row',
  'list item',
  'edit',
  'document',
])
const SHOW_CONTENT = new Set<ControlRole>(['cell', 'row', 'list item'])
const OWN_CLASS = /^(?:[A-Z][a-z]+_?)?[A-Z][a-z]+(?:[A-Z][a-z]+)+$/

/** Whether an application of GTK 4 tells only the name of its own class for this. */
export const isClassName = (role: ControlRole, name: string): boolean =>
  UNNAMED.has(role) && OWN_CLASS.test(name)

/** A name without what is only that of a class. */
export function saidName(name: string, role: ControlRole, toolkit: Toolkit): string {
  const own = nameOf({ name }, toolkit)
  return toolkit === 'gtk4' && isClassName(role, own) ? '' : own
}

/** What a person calls a node of GTK 4: by what it shows, and not by the class of what it is wrapped in. */
function nameInGtk4(node: TreeNode, role: ControlRole, name: string): string {
  const inner = wrappedIn(node)
  if (inner) return nameOf(inner, 'gtk4')
  if (!isClassName(role, name)) return name
  const content = contentOf(node)
  return content === name || SHOW_CONTENT.has(role) ? content : ''
}

/** The cell in which a cell of GTK 4 wraps what it shows: the outer one is selected, the inner one has the name. */
const wrappedIn = ({ role, children: [only, ...others] }: TreeNode): TreeNode | null =>
  role === AtspiRole.tableCell && only?.role === role && others.length === 0 ? only : null

/** The same, asked of the object itself: the name of what it wraps, null where it wraps nothing. */
export async function wrappedName(
  calls: AccessibleCalls,
  object: ObjectRef,
  role: number,
): Promise<string | null> {
  if (role !== AtspiRole.tableCell || (await calls.childCount(object)) !== 1) return null
  const inner = await calls.childAt(object, 0)
  return inner && (await calls.role(inner)) === role ? calls.name(inner) : null
}

/** Qt calls a menu an item, and says by an action that it opens. */
export const opensMenu = (role: ControlRole, actions: readonly string[]): boolean =>
  role === 'menu item' && actions.includes('ShowMenu')

/** GTK 4.8 says that a button opens a menu only by the name of its class. */
const isMenuButton = (name: string): boolean => name === 'GtkMenuButton'

/** Gives the states that a control reports, and that it opens something where only its class says so. */
export function statesOf(
  { name, role, states }: Pick<TreeNode, 'name' | 'role' | 'states'>,
  kind: ControlRole,
): ControlState[] {
  const said = controlStates(kind, role, states)
  // The button of a list is pressed as long as the list is open.
  if (kind === 'combo box' && role === AtspiRole.toggleButton) {
    const rest = said.filter((state) => state !== 'checked' && state !== 'unchecked')
    return [...rest, said.includes('checked') ? 'expanded' : 'collapsed']
  }
  return isMenuButton(name) && !said.includes('expanded')
    ? [...new Set([...said, 'collapsed' as const])]
    : said
}

/** Lists the candidates below the roots, in document order. */
export function candidatesOf(roots: readonly TreeNode[], toolkit: Toolkit): Candidate[] {
  const candidates: Candidate[] = []
  const visit = (
    node: TreeNode,
    parent: Candidate | null,
    holder: TreeNode | null,
    root: TreeNode,
    popup: boolean,
  ) => {
    const told = controlRole(node.role, node.states)
    const role = told === 'window' && node !== root ? 'group' : told
    const own = nameOf(node, toolkit)
    const name = toolkit === 'gtk4' ? nameInGtk4(node, role, own) : own
    let above = parent
    const isWrapped = toolkit === 'gtk4' && parent !== null && wrappedIn(parent.node) === node
    if (node !== root && toolkit === 'gecko' && holdsOwnText(node, role, name)) {
      const depth = parent ? parent.depth + 1 : 0
      candidates.push({ node, role: 'text', name, parent, holder, depth, root, popup })
    } else if (node === root || (!isWrapped && isControl(node, role, name, parent))) {
      above = { node, role, name, parent, holder, depth: parent ? parent.depth + 1 : 0, root, popup }
      candidates.push(above)
    }
    const below = popup || POPUPS.has(node.role)
    for (const child of node.children) visit(child, above, node, root, below)
  }
  for (const root of roots) visit(root, null, null, root, false)
  if (toolkit === 'qt') forgetNamesOfGroups(candidates)
  return candidates
}

/** What has a text is known only where the bus has told its interfaces, and not where the tree was walked. */
const mayHoldText = ({ interfaces }: Pick<TreeNode, 'interfaces'>): boolean =>
  ((interfaces ?? Has.text) & Has.text) !== 0

/**
 * Whether it is a box of a page that may hold a text itself: Gecko makes no object of the text in a `div`, beside that of the links in it. One
 * without a text is dropped once that is known.
 */
const holdsOwnText = ({ interfaces, children }: TreeNode, role: ControlRole, name: string): boolean =>
  role === 'group' &&
  name === '' &&
  mayHoldText({ interfaces }) &&
  children.every((child) => child.role === AtspiRole.link)

/** Qt calls what has no label by the title of the group around it; where several are called so, it is the name of none of them. */
function forgetNamesOfGroups(candidates: readonly Candidate[]): void {
  const borrowed = candidates.filter(
    ({ role, name, parent }) =>
      name !== '' && BORROWS.has(role) && parent?.role === 'group' && parent.name === name,
  )
  for (const named of Map.groupBy(borrowed, ({ parent }) => parent).values())
    if (named.length > 1) for (const candidate of named) Object.assign(candidate, { name: '', borrows: true })
}
const BORROWS = new Set<ControlRole>([
  'edit',
  'password',
  'combo box',
  'spinner',
  'slider',
  'document',
  'button',
])

function isControl(node: TreeNode, role: ControlRole, name: string, parent: Candidate | null): boolean {
  if (LAYOUT.has(node.role) || isMenuButtonFrame(node) || isFrame(node, role, name)) return false
  // A drop-down of GTK 4 contains a button without a name, which is no control of its own.
  if (parent?.role === 'combo box' && name === '' && role === 'button') return false
  if (!SILENT.has(role)) return true
  // A status field of LibreOffice has a text but no name.
  if (name === '') return role === 'text' && node.children.length === 0 && mayHoldText(node)
  // The text inside a button or link is the button's own name.
  return !(role === 'text' && parent !== null && parent.node !== parent.root && isNameOf(name, parent))
}

/** GTK 3 wraps what a grid of tools holds: such a row, which can’t be selected and has a control and nothing else in it, is clicked by a click on that control. */
const isFrame = (node: TreeNode, role: ControlRole, name: string): boolean => {
  const [only, ...others] = node.children
  return (
    node.role === AtspiRole.listItem &&
    role === 'button' &&
    name === '' &&
    only !== undefined &&
    others.length === 0 &&
    FRAMED.has(controlRole(only.role, only.states))
  )
}
const FRAMED = new Set<ControlRole>(['button', 'toggle button', 'check box', 'radio button', 'switch'])

/** GTK 4 wraps the pressed button in a frame that only holds the button and its menu. */
const isMenuButtonFrame = ({ name, children }: TreeNode): boolean =>
  isMenuButton(name) &&
  children.some((child) => child.role === AtspiRole.button || child.role === AtspiRole.toggleButton)

const isNameOf = (text: string, { name, role, node }: Candidate): boolean =>
  text === name || (name === '' && (role === 'button' || role === 'combo box') && text === contentOf(node))

const SEPARATOR = '|'

/** Makes `:1.7|/org/a11y/atspi/accessible/23`, and `…|row,column` for a cell of a sheet, whose object comes and goes. */
export const refOf = (object: ObjectRef, cell?: { row: number; column: number }): string =>
  [object.bus, object.path, ...(cell ? [`${cell.row},${cell.column}`] : [])].join(SEPARATOR)

export function parseRef(ref: string): (ObjectRef & { cell: { row: number; column: number } | null }) | null {
  const [bus, path, at] = ref.split(SEPARATOR)
  if (!bus?.startsWith(':') || !path?.startsWith('/')) return null
  const place = at?.match(/^(\d+),(\d+)$/)
  return { bus, path, cell: place ? { row: Number(place[1]), column: Number(place[2]) } : null }
}
