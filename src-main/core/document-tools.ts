// Names the tools of DocumentExecutor, and the documents that each is for: agents are offered those that fit what is open or asked for.

export type DocumentKind = 'text' | 'sheet' | 'slides' | 'pdf'
type Does = 'reads' | 'selects' | 'changes' | 'saves'

const ALL: readonly DocumentKind[] = ['text', 'sheet', 'slides']
const TOOLS = {
  read_document: ['reads', [...ALL, 'pdf']],
  table2markdown: ['reads', []],
  get_range_values: ['reads', ['sheet']],
  extract_pdf_text: ['reads', []],
  list_pdfs_in_directory: ['reads', ['pdf']],
  extract_all_pdfs_text: ['reads', ['pdf']],
  set_cells: ['changes', ['sheet']],
  insert_excel_table: ['changes', []],
  format_cells: ['changes', ['sheet']],
  sort_range: ['changes', ['sheet']],
  reorder_columns: ['changes', ['sheet']],
  select_table_range: ['selects', ['sheet']],
  set_font: ['changes', ['text']],
  replace_text: ['changes', ['text']],
  insert_text: ['changes', ['text']],
  insert_table: ['changes', ['text']],
  set_paragraphs: ['changes', ['text']],
  set_pages: ['changes', ['text']],
  insert_contents: ['changes', ['text']],
  select_paragraph: ['selects', ['text']],
  select_table: ['selects', ['text']],
  add_slides: ['changes', ['slides']],
  set_background_color: ['changes', ['slides']],
  save_as: ['saves', ALL],
} as const satisfies Record<string, readonly [Does, readonly DocumentKind[]]>

export type DocumentTool = keyof typeof TOOLS
export const DOCUMENT_TOOLS = Object.keys(TOOLS) as readonly DocumentTool[]
export const isDocumentTool = (name: string): name is DocumentTool => Object.hasOwn(TOOLS, name)
export const documentToolDoes = (name: string): Does | null => (isDocumentTool(name) ? TOOLS[name][0] : null)
/** The kinds of documents for which a tool is offered. Those that another tool does as well are for programs that know their names. */
export const offeredFor = (name: DocumentTool): readonly DocumentKind[] => TOOLS[name][1]

const FILES: Record<DocumentKind, RegExp> = {
  text: /\.(odt|ott|docx?|rtf)\b/i,
  sheet: /\.(ods|xlsx?|csv)\b/i,
  slides: /\.(odp|pptx?)\b/i,
  pdf: /\.pdf\b|\bPDFs?\b/i,
}
const APPLICATIONS: Record<DocumentKind, RegExp> = {
  text: /\bLibreOffice Writer\b/,
  sheet: /\bLibreOffice Calc\b/,
  slides: /\bLibreOffice Impress\b/,
  pdf: /\.pdf\b/i,
}
const KINDS = Object.keys(FILES) as DocumentKind[]

/** Says which kinds of documents a request names by their files, or a window shows. */
export function documentKinds(requests: readonly string[], windowTitle: string): Set<DocumentKind> {
  const isMeant = (kind: DocumentKind) =>
    APPLICATIONS[kind].test(windowTitle) || requests.some((request) => FILES[kind].test(request))
  return new Set(KINDS.filter(isMeant))
}
