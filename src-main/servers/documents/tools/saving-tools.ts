// The tool that saves a document as a new file.
import { z } from 'zod'
import type { ServedTool } from '../../tool-table.ts'
import { saveAs } from '../saving.ts'
import { path, type DocumentTools } from './document-tools.ts'

export const savingTools = (tools: DocumentTools): ServedTool[] => [
  tools.changing(
    'save_as',
    'Saves or exports the document of path, else of the window, as a new file: .docx, .odt, .xlsx, .ods, .csv, .pptx, .odp, .pdf …',
    {
      file_dir: z.string().default('').describe('None: that of the document.'),
      file_name: z.string().default(''),
      file_ext: z.string().default('').describe('Such as .pdf.'),
      path: path.describe('A file; none: the document in front. Alone: also the new file.'),
      replace: z.boolean().default(false).describe('Replace what is there.'),
      current_slide_only: z.boolean().default(false),
    },
    (parameters, context) => {
      const { replace, current_slide_only: currentSlideOnly } = parameters
      const { places } = tools
      const request = { path: tools.absolute(parameters.path), parameters, replace, currentSlideOnly, places }
      return saveAs(request, tools.placeOf(context), tools.home)
    },
  ),
]
