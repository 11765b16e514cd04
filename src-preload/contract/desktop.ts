// Defines windows and controls of a desktop, as tools and shells list them. All positions are in screen space.
import { z } from 'zod'
import { rectSchema } from './geometry.ts'

/** One vocabulary for all toolkits and platforms; a driver maps its own role names to it. */
export const CONTROL_ROLES = [
  'application', 'window', 'dialog', 'button', 'toggle button', 'check box', 'radio button', 'switch', 'edit',
  'password', 'document', 'combo box', 'list', 'list item', 'menu bar', 'menu', 'menu item', 'tab list', 'tab',
  'tree', 'tree item', 'table', 'row', 'cell', 'header', 'link', 'slider', 'spinner', 'scroll bar', 'tool bar',
  'status bar', 'progress bar', 'text', 'heading', 'image', 'separator', 'group', 'web page', 'other',
] as const // prettier-ignore
export const controlRoleSchema = z.enum(CONTROL_ROLES)
export type ControlRole = z.infer<typeof controlRoleSchema>

export const CONTROL_STATES = [
  'focused', 'checked', 'unchecked', 'mixed', 'selected', 'expanded', 'collapsed', 'disabled', 'editable', 'readonly',
  'required', 'invalid', 'multiline', 'heading', 'default', 'modal', 'offscreen', 'busy',
] as const // prettier-ignore
export const controlStateSchema = z.enum(CONTROL_STATES)
export type ControlState = z.infer<typeof controlStateSchema>

export const windowInfoSchema = z.object({
  /** Given by the desktop process; stable until the window is gone, never reused in a session. */
  id: z.string(),
  title: z.string(),
  /** Name of the process, `galculator`. */
  process_name: z.string(),
  /** The application as a person calls it, `Calculator`; the process name where nothing better is known. */
  application: z.string(),
  pid: z.number().int().nullable(),
  /** The client area, without the frame. */
  bounds: rectSchema,
  active: z.boolean(),
  minimized: z.boolean(),
  kind: z.enum(['normal', 'dialog', 'popup']),
  modal: z.boolean(),
  /** Id of the window that this one belongs to. */
  owner: z.string().nullable(),
  /** The text of a message box; null for any other window, and where it can't be read. */
  says: z.string().nullable().default(null),
  /** Its title, or a tab, shows that it has unsaved work. */
  unsaved: z.boolean().default(false),
})
export type WindowInfo = z.infer<typeof windowInfoSchema>

export const controlSchema = z.object({
  /** Stable in its window until the control is gone, never reused in a session. */
  id: z.string(),
  role: controlRoleSchema,
  name: z.string(),
  /** Text of an edit, number of a slider, chosen item of a combo box. Never the text of a password field. */
  value: z.string().nullable(),
  description: z.string().nullable(),
  states: z.array(controlStateSchema),
  bounds: rectSchema,
  window_id: z.string(),
  /** Id of the nearest listed control that contains this one. */
  parent: z.string().nullable(),
  /** Depth below the window, for the tree file and `deskhand tree`. */
  depth: z.number().int(),
  /** Names of the accessibility actions it offers: `click`, `activate`, `toggle`. */
  actions: z.array(z.string()),
})
export type Control = z.infer<typeof controlSchema>

/** The picture that stands for an application in menus. */
export const applicationIconSchema = z.object({
  type: z.enum(['image/png', 'image/svg+xml']),
  /** Base64 of the file. */
  data: z.string(),
})
export type ApplicationIcon = z.infer<typeof applicationIconSchema>
