// Implements FileExecutor: lists, reads, copies, moves and renames files, makes folders, and moves files to the trash.
import { lstat, mkdir, readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, matchesGlob, relative } from 'node:path'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { z } from 'zod'
import { ToolError } from '../../core/errors.ts'
import { isFolder, isThere, isWithin } from '../../core/stat.ts'
import { filePath, fileWork, type FileTool, type FileWork } from '../../safety/file-work.ts'
import { copy, eachOf, move, renameAll } from './transfer.ts'
import { systemTrash, type Trash } from './trash.ts'
import { beginningOf } from '../file-beginning.ts'
import { goOnWith, pageOfLines } from '../page-of-lines.ts'
import { childEnvironment } from '../child-environment.ts'
import type { ServerOptions } from '../server-module.ts'
import { failed, reply } from '../tool-reply.ts'
import { serveTools, tool, type CallContext } from '../tool-table.ts'

/** The most entries in one list, and the most folders that one search enters. */
const MAX_ENTRIES = 200
const MAX_FOLDERS = 20_000
/** The most characters in a prompt of one page of a text. */
const MAX_PAGE = 6000
/** The most bytes of a file to read for its text. */
const MAX_READ_BYTES = 10_000_000
/** The most files of one call. */
const MAX_FILES = 500

const pathSchema = z.string().min(1).describe('Whole path, or one below the home folder.')
const filesSchema = z.array(z.string().min(1)).min(1).max(MAX_FILES)
const nameSchema = z.string().regex(/^(?!\.{1,2}$)[^/]+$/, 'a name without a folder')
const listSchema = z.strictObject({
  path: z.string().default('~'),
  matching: z.string().nullable().default(null).describe('Names only: *.odt'),
  deep: z.boolean().default(false).describe('Also the folders in it.'),
})
const readSchema = z.strictObject({
  path: pathSchema,
  from_line: z.number().int().min(1).default(1),
  lines: z.number().int().min(1).max(1000).default(200),
})
const replaceSchema = z.boolean().default(false).describe('Replace what is there.')
const transferSchema = z.strictObject({
  files: filesSchema,
  to: pathSchema.describe('A folder, or the new path of one file.'),
  replace: replaceSchema,
})
const renameSchema = z.strictObject({
  folder: pathSchema,
  names: z
    .array(z.strictObject({ from: nameSchema, to: nameSchema }))
    .min(1)
    .max(MAX_FILES),
})

/** The thread pool builds modules by this name. */
export function build(
  options: ServerOptions,
  _host: unknown = null,
  trash: Trash = systemTrash(process.env),
): Server {
  const home = childEnvironment(options.env)['HOME'] ?? homedir()
  /**
   * Runs a tool that changes files, only after the gate has admitted it, and either all of it or nothing, as far as can be known before.
   */
  const change = async (
    name: FileTool,
    parameters: Record<string, unknown>,
    { signal, admitted }: CallContext,
    carryOut: (work: FileWork, signal: AbortSignal) => Promise<unknown>,
  ) => {
    if (!admitted) return failed('Not carried out, because nobody was asked.', 'refused')
    const work = fileWork(name, parameters, home)
    const fault = faultOf(work, parameters['replace'] === true, home)
    if (fault !== null) return failed(fault, 'bad_arguments')
    for (const path of work.makes) await mkdir(path, { recursive: true })
    return reply(await carryOut(work, signal))
  }
  return serveTools('FileExecutor', 'action', [
    tool(
      'list_folder',
      'Lists files and folders with size and time of change.',
      listSchema,
      async ({ path, matching, deep }, { signal }) =>
        reply(await listFolder(filePath(path, home), { matching, deep }, signal)),
      { readOnlyHint: true },
    ),
    tool(
      'read_file',
      'Reads a text file.',
      readSchema,
      async ({ path, from_line, lines }) => reply(await readText(filePath(path, home), from_line, lines)),
      { readOnlyHint: true },
    ),
    tool(
      'copy_files',
      'Copies files or folders, also into a new folder.',
      transferSchema,
      (parameters, context) =>
        change('copy_files', parameters, context, async ({ pairs }, signal) => ({
          copied: await eachOf(pairs, signal, ({ from, to }) => copy(from, to, parameters.replace)),
        })),
    ),
    tool(
      'move_files',
      'Moves files or folders, also into a new folder, or renames one.',
      transferSchema,
      (parameters, context) =>
        change('move_files', parameters, context, async ({ pairs }, signal) => ({
          moved: await eachOf(pairs, signal, ({ from, to }) => move(from, to, parameters.replace)),
        })),
    ),
    tool('rename_files', 'Renames files of one folder, all at once.', renameSchema, (parameters, context) =>
      change('rename_files', parameters, context, async ({ pairs }) => ({ renamed: await renameAll(pairs) })),
    ),
    tool(
      'make_folder',
      'Makes a folder, with those above it.',
      z.strictObject({ path: pathSchema }),
      (parameters, context) =>
        change('make_folder', parameters, context, ({ makes }) => Promise.resolve({ made: makes })),
    ),
    tool(
      'trash_files',
      'Puts files or folders to the trash.',
      z.strictObject({ files: filesSchema }),
      (parameters, context) =>
        change('trash_files', parameters, context, async ({ leaves }) => {
          await trash(leaves)
          return { trashed: leaves }
        }),
    ),
  ])
}

/** Says before the work begins why it can't be done; null when it can. */
function faultOf(work: FileWork, replace: boolean, home: string): string | null {
  const { pairs, leaves, makes, replaces } = work
  const sources = [...pairs.map(({ from }) => from), ...leaves]
  const missing = sources.find((path) => !isThere(path))
  if (missing !== undefined) return `There is no ${missing}. list_folder shows what is there.`
  const whole = sources.find((path) => isWithin(home, path))
  if (whole !== undefined) return `${whole} is the home folder or holds it. Name what is in it.`
  const inItself = pairs.find(({ from, to }) => isFolder(from) && isWithin(to, from))
  if (inItself) return `${inItself.from} can't go into itself (${inItself.to}).`
  const same = pairs.find(({ to }, index) => pairs.findIndex((other) => other.to === to) !== index)
  if (same) return `Two of the files would both become ${same.to}.`
  const inFile = pairs.map(({ to }) => dirname(to)).find((path) => isThere(path) && !isFolder(path))
  if (inFile !== undefined) return `${inFile} is a file: nothing can go into it.`
  const taken = replaces[0]
  if (taken !== undefined && !replace)
    return `${taken} is there already. Nothing was done; replace=true replaces it.`
  const folder = replaces.find(isFolder)
  if (folder !== undefined) return `${folder} is a folder that is there already: a folder is never replaced.`
  const file = makes.find((path) => isThere(path) && !isFolder(path))
  return file === undefined ? null : `${file} is there already and is no folder.`
}

interface Listed {
  name: string
  kind: 'file' | 'folder' | 'link'
  /** Bytes of a file. */
  size?: number
  /** Local time. */
  changed: string
}

async function listFolder(
  folder: string,
  { matching, deep }: { matching: string | null; deep: boolean },
  signal: AbortSignal,
) {
  if (!isThere(folder)) throw new ToolError(`There is no folder ${folder}.`)
  if (!isFolder(folder)) throw new ToolError(`${folder} is a file, not a folder.`)
  const fits = (name: string) => matching === null || matchesGlob(name.toLowerCase(), matching.toLowerCase())
  const names: string[] = []
  const folders = [folder]
  let entered = 0
  for (let next = folders.shift(); next !== undefined && entered < MAX_FOLDERS; next = folders.shift()) {
    signal.throwIfAborted()
    entered += 1
    const entries = await readdir(next, { withFileTypes: true }).catch((error: unknown) => {
      if (next === folder) throw error
      return []
    })
    for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
      const path = join(next, entry.name)
      if (fits(entry.name)) names.push(relative(folder, path))
      // Hidden folders are not searched, because a person is asked about each of them separately.
      if (deep && entry.isDirectory() && !entry.name.startsWith('.')) folders.push(path)
    }
  }
  const entries = await Promise.all(names.slice(0, MAX_ENTRIES).map((name) => entryOf(folder, name)))
  const more = names.length - entries.length
  return {
    folder,
    entries,
    ...(more > 0 ? { more: `${more} more: name a pattern (matching) or a folder in it.` } : {}),
  }
}

async function entryOf(folder: string, name: string): Promise<Listed> {
  const found = await lstat(join(folder, name))
  const kind = found.isSymbolicLink() ? 'link' : found.isDirectory() ? 'folder' : 'file'
  const changed = new Date(found.mtimeMs - found.mtime.getTimezoneOffset() * 60_000)
  return {
    name,
    kind,
    ...(kind === 'file' ? { size: found.size } : {}),
    changed: changed.toISOString().slice(0, 16).replace('T', ' '),
  }
}

async function readText(path: string, fromLine: number, lines: number) {
  const found = await stat(path).catch(() => null)
  if (!found) throw new ToolError(`There is no ${path}. list_folder shows what is there.`)
  if (!found.isFile()) throw new ToolError(`${path} is no file. list_folder shows what is in a folder.`)
  const bytes = await beginningOf(path, Math.min(found.size, MAX_READ_BYTES))
  const text = new TextDecoder().decode(bytes)
  if (text.includes('\0')) throw new ToolError(`${path} is no text. Open it in its application.`)
  const all = text.split(/\r?\n/)
  if (all.at(-1) === '') all.pop()
  const { text: page, next } = pageOfLines(all.slice(0, fromLine - 1 + lines), fromLine, MAX_PAGE)
  const isWhole = next > all.length && found.size <= MAX_READ_BYTES
  // What is written behind it would join its last line.
  const isOpen = isWhole && bytes.length > 0 && !text.endsWith('\n')
  return {
    path,
    text: page,
    ...(isWhole ? {} : { lines: all.length, rest: goOnWith(next) }),
    ...(isOpen ? { last_line: 'ends without a line break' } : {}),
  }
}
