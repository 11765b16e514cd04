// Defines what the data_collection tools report of a desktop: windows, controls, pictures, targets. All in screen space.
import { z } from 'zod'
import { codedTextSchema } from '../../src-preload/contract/coded-text.ts'
import { controlRoleSchema, controlSchema, windowInfoSchema } from '../../src-preload/contract/desktop.ts'
import { pointSchema, rectSchema } from '../../src-preload/contract/geometry.ts'

export {
  CONTROL_ROLES,
  CONTROL_STATES,
  controlRoleSchema,
  controlSchema,
  windowInfoSchema,
  type Control,
  type ControlRole,
  type ControlState,
  type WindowInfo,
} from '../../src-preload/contract/desktop.ts'

export const pictureSchema = z.object({
  /** Base64 of a PNG. */
  data: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  bounds: rectSchema,
})
export type Picture = z.infer<typeof pictureSchema>

/** What a person could open, by the name that they know. */
export interface InstalledApplication {
  name: string
  /** Endings of files (`csv`), or kinds of things (`folders`, `web pages`). */
  opens: string[]
}

/** Result of `observe`: all that one step needs, read in one go. */
export const observationSchema = z.object({
  windows: z.array(windowInfoSchema),
  /** The chosen window, null when none is chosen or it is gone. */
  window: windowInfoSchema.nullable(),
  controls: z.array(controlSchema),
  picture: pictureSchema.nullable(),
  /** Why it has less than was asked for, else null. Never a silent empty tree. */
  limited: z.string().nullable(),
})
export type Observation = z.infer<typeof observationSchema>

/** Result of `check_control_tree`. */
export const treeStateSchema = z.object({
  /** Why no window can have a control tree, null where they can. */
  fault: z.string().nullable(),
})
export type TreeState = z.infer<typeof treeStateSchema>

/** What an act is aimed at: the hit test of a point, the focused control of a key, the control of an id. */
export const targetDescriptionSchema = z.object({
  kind: z.enum(['control', 'point', 'focus', 'window', 'application', 'command', 'files', 'none', 'unknown']),
  window: windowInfoSchema.nullable(),
  /** Processes of the windows that a dialog stands over, the nearest first; missing for other windows. */
  dialog_of: z.array(z.string()).optional(),
  control: controlSchema.nullable(),
  /** What the act is aimed at when that is no control: an application to launch, a command line, a file. */
  text: z.string().nullable(),
  point: pointSchema.nullable(),
  /** What a drag ends on, seen from where it begins, and whether a terminal is there; null (or missing) for other acts. */
  drop: z
    .object({ on: z.enum(['same control', 'same window', 'elsewhere']), terminal: z.boolean() })
    .nullable()
    .optional(),
  /** What is typed there is carried out as a command: a terminal emulator, a dialog that runs programs, a console. */
  terminal: z.boolean(),
  /** By what the text there is carried out, beside terminals; null (or missing) where it is not. */
  code: z.object({ what: z.string(), isShell: z.boolean(), isWhole: z.boolean() }).nullable().optional(),
  /** Whether the window has unsaved work, as far as can be seen; null when it can't. */
  unsaved: z.boolean().nullable(),
  /** A file that the act would write and that is there already. */
  overwrites: z.string().nullable(),
  /** The path, or only the name, of the file that the act would write, there or not; null (or missing) when it is not known. */
  writes: z.string().nullable().optional(),
  /** The path that a dialog names which opens a file; null (or missing) when there is none. */
  opens: z.string().nullable().optional(),
  /** Folders that the window of a file manager may show; null (or missing) for other windows. */
  folders: z.array(z.string()).nullable().optional(),
  /** Paths of the files that the item is which is aimed at, or that are chosen there; null (or missing) for other windows. */
  items: z.array(z.string()).nullable().optional(),
  /** The path, or only the name, of the file that the window shows; null (or missing) when it is not known. */
  document: z.string().nullable().optional(),
  /** Address of the page that the browser's window shows, as its address bar has it; null (or missing) for none. */
  page: z.string().nullable().optional(),
  /** What a control of a browser's window is in, nearest first; null (or missing) for other windows. */
  within: z
    .array(z.object({ role: controlRoleSchema, name: z.string() }))
    .nullable()
    .optional(),
  /** How many fields of the page have something in them; null (or missing) for other windows. */
  fields: z.number().nullable().optional(),
  /** Where the clicked link leads; null (or missing) when it is no link, or the application does not say. */
  address: z.string().nullable().optional(),
  /** The default button of the dialog that has the focus, which Enter would press. */
  default_button: z.string().nullable(),
  /** What the message box around it says; null (or missing) when it is in none. */
  question: z.string().nullable().optional(),
  /** The program that a launch would start, by its name; null (or missing) when it starts none, or none that is known. */
  program: z.string().nullable().optional(),
  /** What a launch would start, and the file that says so; null (or missing) when it starts none, or none that is known. */
  starts: z
    .object({ words: z.array(z.string()), from: z.string(), configured: z.boolean().default(false) })
    .nullable()
    .optional(),
  /** Hash of the files that a command would run; null (or missing) when it names none. */
  scripts: z.string().nullable().optional(),
  /** Changes when the target is no longer the one that was judged. */
  fingerprint: z.string(),
})
export type TargetDescription = z.infer<typeof targetDescriptionSchema>

/** Result of `verify_effect`. */
export const effectReportSchema = z.object({
  effect: z.enum(['confirmed', 'unconfirmed', 'contradicted']),
  /** What was seen, in English: what `told` says. */
  evidence: z.string(),
  told: z.array(codedTextSchema).optional(),
})
export type EffectReport = z.infer<typeof effectReportSchema>

/** A window or control as the planner chooses it, in the seeds' shape. `rect` is [left, top, right, bottom] in screen space. */
export const targetInfoSchema = z.object({
  kind: z.enum(['window', 'control', 'third_party_agent']),
  id: z.string(),
  name: z.string(),
  type: z.string(),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
})
export type TargetInfo = z.infer<typeof targetInfoSchema>

/** Where a run takes place. `env` is what a process needs to be on that desktop. */
export interface DesktopEnvironment {
  kind: 'host' | 'virtual'
  /** `:99`, as X11 names it. */
  name: string
  env: Record<string, string>
}
