// Reads the prompt files in `resources/prompts/`, one per role, once each.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ModelError } from '../../core/errors.ts'

/** Goes two folders up from this code, which fits the sources as well as the build (`out/main`). */
export const promptPath = (role: string): string =>
  fileURLToPath(new URL(PROMPTS + `${role}.md`, import.meta.url))

const PROMPTS = import.meta.url.endsWith('.ts') ? '../../../resources/prompts/' : '../../resources/prompts/'

const read = new Map<string, Promise<string>>()

/** Throws ModelError when the role has no prompt. */
export async function readPrompt(path: string): Promise<string> {
  const text = read.get(path) ?? readFile(path, 'utf8')
  read.set(path, text)
  try {
    return await text
  } catch (error) {
    read.delete(path)
    throw new ModelError(`The prompt ${path} can't be read. Deskhand is not installed whole.`, {
      cause: error,
    })
  }
}
