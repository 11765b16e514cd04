// The tools that change slides.
import { z } from 'zod'
import type { ServedTool } from '../../tool-table.ts'
import { addSlides, setBackground } from '../slides.ts'
import { start, type DocumentTools } from './document-tools.ts'

export const slideTools = (tools: DocumentTools): ServedTool[] => [
  tools.editing(
    'add_slides',
    'Adds slides with title and text, at the end or after that slide. A new .pptx or .odp is made.',
    {
      after: start.nullable().default(null),
      slides: z
        .array(z.strictObject({ title: z.string(), text: z.string().default('') }))
        .min(1)
        .max(100),
    },
    { kind: 'slides', makes: true },
    (document, { slides, after }) => addSlides(document, slides, after),
  ),
  tools.editing(
    'set_background_color',
    'Sets the background of slides, counted from 1, or of all.',
    { color: z.string().describe('Such as FF8800.'), slide_index: z.array(start).nullable().default(null) },
    { kind: 'slides' },
    (document, { color, slide_index }) => setBackground(document, color, slide_index),
  ),
]
