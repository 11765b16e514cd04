// Opens what lies outside of the app, as the only file: https addresses in the browser, folders in the file manager.
import { shell } from 'electron'
import { UserError } from '../core/errors.ts'

/** Throws UserError for anything but a plain https address. */
export async function openLink(address: string): Promise<void> {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') {
    throw new UserError('Only https addresses are opened.')
  }
  await shell.openExternal(url.href)
}

/** @param path absolute, of a folder or a document that the program itself has named */
export async function openFolder(path: string): Promise<void> {
  const failure = await shell.openPath(path)
  if (failure !== '') throw new UserError(`${path} could not be opened: ${failure}`)
}
