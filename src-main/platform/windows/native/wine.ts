// Tells whether this is Wine: there, calls that Windows carries out in its kernel never return when they come through koffi's
// own stack (seen with Wine 10 and koffi 3.3), so each of them that can be made in another way is.
import { native } from '../../native/library.ts'

const version = native<() => string>('ntdll.dll', 'const char *wine_get_version()')

let answer: boolean | null = null

export function isWine(): boolean {
  if (answer !== null) return answer
  try {
    answer = version() !== ''
  } catch {
    answer = false
  }
  return answer
}
