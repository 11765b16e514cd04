// Defines shapes that cross the bridge. The field that holds a shape says in which coordinate space it is.
import { z } from 'zod'

/** A rectangle; x and y are the top left corner. Screen space (pixels of the whole desktop) unless a field says otherwise. */
export const rectSchema = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export type Rect = z.infer<typeof rectSchema>

export const pointSchema = z.object({ x: z.number(), y: z.number() })
export type Point = z.infer<typeof pointSchema>
