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
  type ApplicationIcon,
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

/** An application that a person could open, by the name that they know. */
export interface InstalledApplication {
  name: string
  /** Endings of files (`csv`), or kinds of things (`folders`, `web pages`). */
  opens: string[]
}

/** What the description of a control says that only the picture tells of. */
export const SEEN_TEXT = 'text on the picture'

/** Result of `observe`: all that one step needs, read at once. */
export const observationSchema = z.object({
  windows: z.array(windowInfoSchema),
  /** The chosen window, null when none is chosen or it is gone. */
  window: windowInfoSchema.nullable(),
  controls: z.array(controlSchema),
  picture: pictureSchema.nullable(),
  /** Why it has less than was asked for, else null. A missing tree is never reported as an empty one. */
  limited: z.string().nullable(),
  /** How the application of the chosen window has ended, where it did not end well; null (or missing) otherwise. */
  crash: z.object({ application: z.string(), how: z.string(), signal: z.boolean() }).nullable().optional(),
  /** Items that are no longer to be seen since the last act, and that the application still has; missing where it was not asked. */
  hidden: z.array(z.object({ role: controlRoleSchema, name: z.string() })).optional(),
})
export type Observation = z.infer<typeof observationSchema>

/** Result of `check_control_tree`. */
export const treeStateSchema = z.object({
  /** Why no window can have a control tree, null where they can. */
  fault: z.string().nullable(),
})
export type TreeState = z.infer<typeof treeStateSchema>

/** The target of an act: the hit test of a point, the focused control of a key, the control of an id. */
export const targetDescriptionSchema = z.object({
  kind: z.enum(['control', 'point', 'focus', 'window', 'application', 'command', 'files', 'none', 'unknown']),
  window: windowInfoSchema.nullable(),
  /** Processes of the windows that a dialog stands over, the nearest first; missing for other windows. */
  dialog_of: z.array(z.string()).optional(),
  control: controlSchema.nullable(),
  /** The target of an act when it is no control: an application to launch, a command line, a file. */
  text: z.string().nullable(),
  point: pointSchema.nullable(),
  /** The target at a drag's end, seen from its start, whether it is a terminal, and its process; null (or missing) for other acts. */
  drop: z
    .object({
      on: z.enum(['same control', 'same window', 'elsewhere']),
      terminal: z.boolean(),
      process: z.string().optional(),
    })
    .nullable()
    .optional(),
  /** Whether what the act pastes has a formula that fetches from elsewhere, and which files it is; null (or missing) for other acts. */
  pasted: z
    .object({ fetches: z.boolean(), files: z.array(z.string()).optional() })
    .nullable()
    .optional(),
  /** The window carries out typed text as a command: a terminal emulator, a dialog that runs programs, a console. */
  terminal: z.boolean(),
  /** What carries out the text there as code, beside terminals; null (or missing) where nothing does. */
  code: z.object({ what: z.string(), isShell: z.boolean(), isWhole: z.boolean() }).nullable().optional(),
  /** Whether the window has unsaved work; null when that can't be seen. */
  unsaved: z.boolean().nullable(),
  /** An existing file that the act would overwrite. */
  overwrites: z.string().nullable(),
  /** The path, or only the name, of the file that the act would write, existing or not; null (or missing) when it is not known. */
  writes: z.string().nullable().optional(),
  /** The path in a dialog that opens a file; null (or missing) when there is none. */
  opens: z.string().nullable().optional(),
  /** Folders that the window of a file manager may show; null (or missing) for other windows. */
  folders: z.array(z.string()).nullable().optional(),
  /** Paths of the files that the targeted item stands for, or that are selected there; null (or missing) for other windows. */
  items: z.array(z.string()).nullable().optional(),
  /** The path, or only the name, of the file that the window shows; null (or missing) when it is not known. */
  document: z.string().nullable().optional(),
  /** Address of the page that the browser's window shows, as its address bar has it; null (or missing) for none. */
  page: z.string().nullable().optional(),
  /** The elements around a control of a browser's window, or around an item of a menu, nearest first; null (or missing) for others. */
  within: z
    .array(z.object({ role: controlRoleSchema, name: z.string() }))
    .nullable()
    .optional(),
  /** What stands before a control of a page: texts, the nearest first, and the next field; null (or missing) for others. */
  before: z
    .object({
      texts: z.array(z.string()),
      field: z.object({ name: z.string(), value: z.string() }).nullable(),
    })
    .nullable()
    .optional(),
  /** How many fields of the page are filled in; null (or missing) for other windows. */
  fields: z.number().nullable().optional(),
  /** The clicked link's address; null (or missing) when it is no link, or the application does not report it. */
  address: z.string().nullable().optional(),
  /** Menu items that pressed keys call, as the application tells it: `ctrl+l`, `['File', 'Save All']`; missing for other acts. */
  calls: z.array(z.object({ keys: z.string(), item: z.array(z.string()), opens: z.boolean() })).optional(),
  /** The default button of the focused dialog, which Enter would press. */
  default_button: z.string().nullable(),
  /** The text of the message box around it; null (or missing) when it is in none. */
  question: z.string().nullable().optional(),
  /** Whether that message box has no other button, so that it only tells something. */
  only_answer: z.boolean().optional(),
  /** The name of the program that a launch would start; null (or missing) when it starts none, or an unknown one. */
  program: z.string().nullable().optional(),
  /** The command that a launch would start, and the file that defines it; null (or missing) when it starts none, or an unknown one. */
  starts: z
    .object({ words: z.array(z.string()), from: z.string(), configured: z.boolean().default(false) })
    .nullable()
    .optional(),
  /** Hash of the files that a command would run; null (or missing) when it names none. */
  scripts: z.string().nullable().optional(),
  /** Changes when the target is no longer the judged one. */
  fingerprint: z.string(),
})
export type TargetDescription = z.infer<typeof targetDescriptionSchema>

/** Result of `verify_effect`. */
export const effectReportSchema = z.object({
  effect: z.enum(['confirmed', 'unconfirmed', 'contradicted']),
  /** The observed evidence, in English; `told` holds it as codes. */
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

/** The place of a run. `env` holds the variables that a process needs to be on that desktop. */
export interface DesktopEnvironment {
  kind: 'host' | 'virtual'
  /** `:99`, as X11 names it. */
  name: string
  env: Record<string, string>
}
