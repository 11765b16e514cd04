// Describes where a phrase stands among the texts of a window: what `find_text` gives to an agent that wants to point at it.
import { z } from 'zod'
import { rectSchema } from '../../src-preload/contract/geometry.ts'
import { controlRoleSchema } from './desktop.ts'

const textPlaceSchema = z.object({
  /** The control that it is in. */
  control: z.object({ id: z.string(), name: z.string(), role: controlRoleSchema }),
  /** Its reading order: the number of the text in the window, and its first and last character in that text. */
  order: z.number().int(),
  start: z.number().int(),
  end: z.number().int(),
  /** The text as written there, with some of the text around it. */
  text: z.string(),
  context: z.string(),
  /** In screen space: its first and its last character. Null where they are not visible, or the application does not report them. */
  first: rectSchema.nullable(),
  last: rectSchema.nullable(),
})
export type TextPlace = z.infer<typeof textPlaceSchema>

type Extent = Pick<TextPlace, 'order' | 'start' | 'end'>

/** Tells whether a text from `from` can end with `to`: in the same text, where neither end lies before, or in a later one. */
export const canEndWith = (from: Extent, to: Extent): boolean =>
  to.order > from.order || (to.order === from.order && to.start >= from.start && to.end >= from.end)

/** `count` is of all places, `places` has the first of them. `limited` says why some may be missing. */
export const textPlacesSchema = z.object({
  places: z.array(textPlaceSchema),
  count: z.number().int(),
  limited: z.string().nullable(),
})
export type TextPlaces = z.infer<typeof textPlacesSchema>
