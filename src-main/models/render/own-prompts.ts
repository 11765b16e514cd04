// Reads a person's own prompts: files that replace those of `resources/prompts/`, checked before a run begins.
import { open } from 'node:fs/promises'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { messageOf, UserError } from '../../core/errors.ts'
import { ROLES, type Role } from '../model.ts'
import { promptPath, readPrompt } from './prompts.ts'

/** Role → the text of its own prompt. */
export type Prompts = ReadonlyMap<Role, string>

/** In bytes; a prompt is paid for with every call. */
const MAX_BYTES = 200_000
/** The placeholder for the list of tools. */
const TOOLS = '{{tools}}'

/** Resolves a path of config.yaml: `~` is the person's home; another path is relative to the data folder. */
export const ownPromptPath = (path: string, home: string): string =>
  /^~(?=$|[/\\])/.test(path) ? resolve(homedir(), `.${path.slice(1)}`) : resolve(home, path)

/** Takes `config.prompt_path`; an empty path means Deskhand's own prompt. Throws UserError that names config key and file. */
export async function readOwnPrompts(
  paths: Readonly<Record<string, string>>,
  home: string,
): Promise<Prompts> {
  const prompts = new Map<Role, string>()
  for (const [name, path] of Object.entries(paths)) {
    const key = `prompt_path.${name}`
    const role = ROLES.find((known) => known === name)
    if (!role) throw new UserError(`${key}: there is no role “${name}” that has a prompt.`, { key })
    if (path.trim() !== '') prompts.set(role, await readOwn(role, ownPromptPath(path.trim(), home), key))
  }
  return prompts
}

async function readOwn(role: Role, file: string, key: string): Promise<string> {
  const fault = (why: string) =>
    new UserError(`${key}: the prompt ${file} ${why}. Mend the file, or take the key out.`, { key })
  const data = await readStart(file).catch((error: unknown) => {
    throw fault(`can't be read (${messageOf(error)})`)
  })
  if (data.length > MAX_BYTES) throw fault(`is larger than ${MAX_BYTES / 1000} kB`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    throw fault('is no text in UTF-8')
  }
  if (text.trim() === '') throw fault('is empty')
  const standard = await readPrompt(promptPath(role)).catch(() => null)
  if (standard === null) throw fault('stands for nothing: this role is asked without a prompt')
  if (standard.includes(TOOLS) && !text.includes(TOOLS)) {
    throw fault(`has no ${TOOLS}, where the model is told what it can do`)
  }
  return text
}

/** Reads one byte more than a prompt may have, so that a device or a huge file is not read to its end. */
async function readStart(file: string): Promise<Buffer> {
  await using handle = await open(file, 'r')
  const found = await handle.stat()
  if (!found.isFile()) throw new Error('it is no file')
  const buffer = Buffer.alloc(MAX_BYTES + 1)
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
  return buffer.subarray(0, bytesRead)
}
