// Changes one of the files in DESKHAND_HOME.
import { withFileLock } from '../core/atomic-file.ts'
import { messageOf, UserError } from '../core/errors.ts'

/** Does `work` while no other process changes the file; its folder is made where there is none. Throws UserError. */
export async function changeFile(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await withFileLock(file, work)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(
      `${file} can't be written: ${messageOf(error)}. Set DESKHAND_HOME to a folder that you may write.`,
    )
  }
}
