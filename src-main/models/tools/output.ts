// Defines what a tool gives back: a text that says something. Some services answer with the text of a failure, which must not
// become a plan.
import { z } from 'zod'

export const toolOutputSchema = z
  .string()
  .trim()
  .min(1)
  .refine((text) => !/^error:/i.test(text), 'This is an error, not an answer.')
