// Reads a file that the person has chosen as text. What can't be read is told, and nothing of it is taken.
import i18next from 'i18next'
import { fileText } from '../../src-preload/contract/file-text.ts'
import { useFault } from './commands.ts'

interface Bounds {
  /** Most characters. */
  most: number
  /** What is said of a larger file. */
  tooLarge: string
}

/** Most bytes of a character in UTF-8. */
const MAX_CHARACTER = 4

/** Returns null for a file that is no text, empty, or too large; then says so. */
export async function chosenText(file: File, { most, tooLarge }: Bounds): Promise<string | null> {
  const told = (words: string): null => {
    useFault.setState({ words })
    return null
  }
  if (file.size > most * MAX_CHARACTER) return told(tooLarge)
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) return told(i18next.t('common.files.unreadable', { name: file.name }))
  const { text, fault } = fileText(new Uint8Array(bytes))
  // locales: common.files.*
  if (fault !== null) return told(i18next.t(`common.files.${fault}`, { name: file.name }))
  return text.length > most ? told(tooLarge) : text
}
