// Says of each role of macOS (AXRoleConstants.h) what it is to Deskhand, and what is worth asking it: each question costs a
// message to the application.
import type { ControlRole } from '../../../core/desktop.ts'

export interface Kind {
  role: ControlRole
  /** It has a value. */
  reads: boolean
  /** It can be acted on. */
  acts: boolean
  /** Its value can be set. */
  writes: boolean
  /** What is inside only repeats it, so it is not looked at. */
  leaf: boolean
  /** Its children are rows of which only the visible ones are asked for: there may be very many. */
  rows: boolean
}

/** Role → what it is, then `r`eads, `a`cts, `w`rites, `l`eaf, ro`W`s. */
const ROLES: Record<string, [role: ControlRole, traits: string]> = {
  AXApplication: ['application', ''], AXWindow: ['window', ''], AXSheet: ['dialog', ''], AXDrawer: ['group', ''],
  AXPopover: ['dialog', ''], AXGroup: ['group', ''], AXSplitGroup: ['group', ''], AXScrollArea: ['group', ''],
  AXRadioGroup: ['group', ''], AXLayoutArea: ['group', ''], AXLayoutItem: ['group', 'a'], AXMatte: ['group', ''],
  AXButton: ['button', 'al'], AXMenuButton: ['button', 'a'], AXColorWell: ['button', 'al'], AXDockItem: ['button', 'al'],
  AXPopUpButton: ['combo box', 'ra'], AXComboBox: ['combo box', 'raw'],
  AXCheckBox: ['check box', 'ral'], AXRadioButton: ['radio button', 'ral'], AXDisclosureTriangle: ['toggle button', 'ral'],
  AXTextField: ['edit', 'rawl'], AXTextArea: ['edit', 'raw'], AXDateField: ['edit', 'raw'], AXTimeField: ['edit', 'raw'],
  AXStaticText: ['text', 'rl'], AXHeading: ['heading', 'r'], AXHelpTag: ['text', 'rl'], AXImage: ['image', 'al'], AXLink: ['link', 'a'],
  AXMenuBar: ['menu bar', ''], AXMenuBarItem: ['menu item', 'a'], AXMenu: ['menu', ''], AXMenuItem: ['menu item', 'a'],
  AXTabGroup: ['tab list', ''], AXToolbar: ['tool bar', ''],
  AXList: ['list', 'W'], AXTable: ['table', 'W'], AXGrid: ['table', 'W'], AXOutline: ['tree', 'W'], AXBrowser: ['group', ''],
  AXRow: ['row', 'ra'], AXCell: ['cell', 'ra'],
  AXSlider: ['slider', 'rawl'], AXIncrementor: ['spinner', 'raw'], AXLevelIndicator: ['progress bar', 'ral'],
  AXProgressIndicator: ['progress bar', 'rl'], AXBusyIndicator: ['progress bar', 'l'], AXRelevanceIndicator: ['progress bar', 'rl'],
  AXScrollBar: ['scroll bar', 'rl'], AXSplitter: ['separator', 'l'], AXValueIndicator: ['other', 'l'], AXHandle: ['other', 'l'],
  AXWebArea: ['web page', ''], AXRuler: ['other', 'l'], AXGrowArea: ['other', 'l'],
} // prettier-ignore

/** Subrole → what it makes of its role. */
const SUBROLES: Record<string, ControlRole> = {
  AXSecureTextField: 'password', AXDialog: 'dialog', AXSystemDialog: 'dialog', AXSwitch: 'switch', AXToggle: 'toggle button',
  AXTabButton: 'tab', AXOutlineRow: 'tree item', AXSortButton: 'header', AXSeparator: 'separator',
} // prettier-ignore

const traitsOf = (traits: string): Omit<Kind, 'role'> => ({
  reads: traits.includes('r'),
  acts: traits.includes('a'),
  writes: traits.includes('w'),
  leaf: traits.includes('l'),
  rows: traits.includes('W'),
})

/** A password is a subrole in AppKit and a role in some other toolkits. */
export const isSecret = (role: string, subrole: string): boolean =>
  role === 'AXSecureTextField' || subrole === 'AXSecureTextField'

/** `above` is the role of the element that it is in. */
export function kindOf(role: string, subrole: string, above: ControlRole | null): Kind {
  if (isSecret(role, subrole)) return { role: 'password', ...traitsOf('awl') }
  const [plain, traits] = ROLES[role] ?? ['other', 'a']
  const known = SUBROLES[subrole] ?? plain
  const isTab = known === 'radio button' && above === 'tab list'
  const isItem = above === 'list' && (known === 'group' || known === 'row')
  return { role: isTab ? 'tab' : isItem ? 'list item' : known, ...traitsOf(traits) }
}

/** Parts of a window's frame, which are no controls of the application. */
export const FRAME = new Set(['AXCloseButton', 'AXMinimizeButton', 'AXZoomButton', 'AXFullScreenButton'])
/** Columns have the cells of their rows once more. */
export const REPEATS = new Set(['AXColumn'])
/** What is outside of them is out of sight. */
export const CLIPS = new Set(['AXScrollArea', 'AXWebArea'])
