// Reads certificates and their keys from the files that a person gives.
import { readFile } from 'node:fs/promises'
import { messageOf, UserError } from '../../core/errors.ts'

/** Throws UserError for a file that can't be read. */
export async function readPem(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new UserError(`${path} can't be read: ${messageOf(error)}`)
  }
}
