// Defines the calls about the program itself and its windows. What a browser page can't do is refused there with a clear message.
import { z } from 'zod'
import { runNameSchema } from './runs.ts'

/** What the main window can show. */
export const viewSchema = z.enum([
  'new',
  'run',
  'plans',
  'batch',
  'schedules',
  'devices',
  'history',
  'usage',
  'memory',
  'settings',
])
export type View = z.infer<typeof viewSchema>

/** The state at a glance, as the tray shows it: `asks` when a run needs the person. */
export const glanceSchema = z.enum(['idle', 'running', 'paused', 'asks'])
export type Glance = z.infer<typeof glanceSchema>

export const appStateSchema = z.object({
  version: z.string(),
  /** Which shell shows this. */
  shell: z.enum(['app', 'page']),
  platform: z.string(),
  /** The person's language as the system has it, a BCP 47 tag. */
  locale: z.string(),
  home: z.string(),
  /** Whether this machine has a desktop of its own that can be driven, and why not. */
  host_desktop: z.object({ there: z.boolean(), why: z.string().nullable() }),
  /** Whether this system has desktops beside the person's own. */
  virtual_desktop: z.object({ there: z.boolean() }),
  glance: glanceSchema,
  /** Running runs of this program, the newest first. */
  live: z.array(runNameSchema),
  /** Global shortcuts that are registered now; null where another program has taken one. Empty in a page. */
  shortcuts: z.record(z.string(), z.string().nullable()),
  /** Whether this program is a server for devices. */
  serving: z.boolean(),
  /** Whether nothing was ever set up or run, so that the first start is shown. */
  first_start: z.boolean(),
})
export type AppState = z.infer<typeof appStateSchema>

const nothing = z.strictObject({})

export const appCalls = {
  app_state: { input: nothing, output: appStateSchema },
  /** Brings the main window to the front and shows this in it; a page shows it where it is. */
  open_view: {
    input: z.strictObject({ view: viewSchema, run: runNameSchema.nullable().default(null) }),
    output: nothing,
  },
  /** Closes the calling window. */
  close_window: { input: nothing, output: nothing },
  /** Moves the calling window while it is dragged by hand: CSS pixels since the drag began, `done` with its last one. */
  drag_window: {
    input: z.strictObject({
      dx: z.number().int().min(-20_000).max(20_000),
      dy: z.number().int().min(-20_000).max(20_000),
      done: z.boolean(),
    }),
    output: nothing,
  },
  /** Opens a link in the person's browser; only https addresses. */
  open_link: { input: z.strictObject({ url: z.string().max(2_000) }), output: nothing },
  /** Shows the run's folder, or the data folder, in the file manager. */
  show_folder: { input: z.strictObject({ run: runNameSchema.nullable() }), output: nothing },
  /** Opens a file that the run is known to have written; for a program file, shows its folder. */
  open_file: {
    input: z.strictObject({ run: runNameSchema, path: z.string().min(1).max(4_000) }),
    output: nothing,
  },
  quit: { input: nothing, output: nothing },
} as const
