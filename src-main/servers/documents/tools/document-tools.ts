// Makes the tools of documents: those that change one only after the gate has admitted them, those that select in its window.
import { z } from 'zod'
import { seen } from '../../../../src-preload/contract/evidence.ts'
import { filePath } from '../../../safety/file-work.ts'
import type { Places } from '../../../safety/places.ts'
import type { ThreadHost } from '../../server-module.ts'
import { failed, reply } from '../../tool-reply.ts'
import { tool, type CallContext, type ServedTool } from '../../tool-table.ts'
import { openDocument, select, type OpenDocument } from '../document.ts'
import { edit, verdict, type Change, type EditRequest } from '../editing.ts'
import type { OfficePlace } from '../office.ts'

export const path = z
  .string()
  .min(1)
  .nullable()
  .default(null)
  .describe('A file; none: the document in front.')
const save = z
  .boolean()
  .nullable()
  .default(null)
  .describe('Also save: needs path. A file without a window always is.')
export const fromLine = z.number().int().min(1).default(1)
export const sheetName = z
  .union([z.string(), z.number().int().min(1)])
  .nullable()
  .default(null)
  .describe('Name or number.')
const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export const cells = z.array(z.array(cell).min(1)).min(1)
export const start = z.number().int().min(1)
export const end = z
  .union([z.literal(-1), start])
  .default(-1)
  .describe('-1: to the end.')
export const sheetShape = { sheet_name: sheetName, path }
export const rangeShape = { ...sheetShape, start_row: start, start_col: start, end_row: end, end_col: end }
export const after = z.string().min(1).nullable().default(null).describe('Such a phrase.')

type Given<S extends z.ZodRawShape> = z.infer<z.ZodObject<S>>

/** What the tools of one server share: whose files, and where LibreOffice runs. */
export class DocumentTools {
  readonly #env: Record<string, string>
  readonly #host: ThreadHost | null
  readonly home: string
  readonly places: Places

  constructor(env: Record<string, string>, home: string, places: Places, host: ThreadHost | null) {
    this.#env = env
    this.home = home
    this.places = places
    this.#host = host
  }

  absolute(given: string | null): string | null {
    return given === null ? null : filePath(given, this.home)
  }

  placeOf({ signal }: CallContext): OfficePlace {
    return { env: this.#env, host: this.#host, signal }
  }

  /** A tool that changes a document: only after the gate has admitted it. */
  editing<S extends z.ZodRawShape>(
    name: string,
    description: string,
    shape: S,
    request: Pick<EditRequest, 'kind' | 'makes'>,
    work: (document: OpenDocument, parameters: Given<S>) => Promise<Change>,
  ): ServedTool {
    return this.changing(name, description, { ...shape, path, save }, async (parameters, context) => {
      const given = parameters as { path: string | null; save: boolean | null }
      const where = { path: this.absolute(given.path), save: given.save }
      const words = `Deskhand: ${name.replaceAll('_', ' ')}`
      return edit({ ...request, ...where, name: words }, this.placeOf(context), (document) =>
        work(document, parameters as unknown as Given<S>),
      )
    })
  }

  /** A tool that writes something: refused where the gate has not admitted it. */
  changing<S extends z.ZodRawShape>(
    name: string,
    description: string,
    shape: S,
    work: (parameters: Given<S>, context: CallContext) => Promise<unknown>,
  ): ServedTool {
    return tool(name, description, z.strictObject(shape), async (parameters, context) =>
      context.admitted
        ? reply(await work(parameters as Given<S>, context))
        : failed('Not carried out, because nobody was asked.', 'refused'),
    )
  }

  /** A tool that selects something in the window that shows the document. */
  selecting<S extends z.ZodRawShape>(
    name: string,
    description: string,
    shape: S,
    find: (
      document: OpenDocument,
      parameters: Given<S>,
    ) => Promise<{ what: Parameters<typeof select>[1]; said: string }>,
  ): ServedTool {
    return tool(name, description, z.strictObject(shape), async (parameters, context) => {
      const given = (parameters as { path?: string | null }).path ?? null
      await using document = await openDocument(this.absolute(given), this.placeOf(context))
      const { what, said } = await find(document, parameters)
      const holds = await select(document, what)
      return reply({
        selected: said,
        ...verdict(holds, [seen('selected_text', { value: said.slice(0, 80) })]),
      })
    })
  }
}
