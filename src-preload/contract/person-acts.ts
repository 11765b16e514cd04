// Defines what is seen of a person's own hand while they show how something is done: by control, not by point.
import { z } from 'zod'
import { controlRoleSchema } from './desktop.ts'

const controlSchema = z
  .object({
    role: controlRoleSchema,
    /** Its own name, else that of the label beside a field. */
    name: z.string(),
    /** Whether the name is a label's. */
    labelled: z.boolean(),
    /** Whether it is an entry of a menu bar: a path of menus begins there. */
    in_bar: z.boolean(),
  })
  .nullable()

const windowSchema = z.object({
  handle: z.string(),
  title: z.string(),
  /** A name by which the application can be opened again; null where there is none. */
  application: z.string().nullable(),
  kind: z.enum(['normal', 'dialog', 'popup']),
  active: z.boolean(),
})

export const personActSchema = z.discriminatedUnion('did', [
  /** The windows that were open when the person began. */
  z.object({ did: z.literal('begin'), windows: z.array(windowSchema) }),
  z.object({
    did: z.literal('click'),
    button: z.enum(['left', 'middle', 'right']),
    /** Whether a key was held with it. */
    held: z.boolean(),
    /** The control before the click; null where it can't be known. */
    control: controlSchema,
    window: windowSchema.nullable(),
    /** Milliseconds on any clock. */
    at: z.number(),
  }),
  /** The button went up elsewhere than it went down. */
  z.object({ did: z.literal('drag') }),
  /** A key that writes nothing, with the keys that are held. */
  z.object({ did: z.literal('press'), keys: z.array(z.string()) }),
  /** A text that was typed in one go. `text` is null where its control did not show it afterwards, because it may be a secret. */
  z.object({
    did: z.literal('text'),
    text: z.string().nullable(),
    into: controlSchema,
    /** What became of the old text. `somewhere`: that is not known, or the text was typed in the middle. */
    how: z.enum(['appended', 'replaced', 'somewhere']),
  }),
])
export type PersonAct = z.infer<typeof personActSchema>
