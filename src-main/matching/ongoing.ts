// Tells a message that an application is still at work (“Saving…”), which says nothing yet of how that ends.
import type { CodedText } from '../../src-preload/contract/coded-text.ts'

const MESSAGES: ReadonlySet<string> = new Set(['text', 'status bar', 'group', 'other'])
const AT_WORK =
  /^(?:saving|sending|storing|writing|exporting|importing|uploading|downloading|loading|connecting|copying|moving|deleting|working|processing|searching|please wait|bitte warten|wird |speicher[et]|sende[t]?|lade[t]?|enregistrement en|envoi en|veuillez patienter|guardando|enviando|espere|正在|请稍候)(?!\p{L})/iu
const GOES_ON = /(?:…|\.\.\.)$/

/** Whether a message has come to say that something goes on. */
export function isOngoing({ code, parameters }: CodedText): boolean {
  const { role = '', value = '' } = parameters
  if (code !== 'now' || !MESSAGES.has(role)) return false
  // Where many words are, the first ones are not what is being done.
  return AT_WORK.test(value.trim()) && (GOES_ON.test(value.trim()) || value.trim().split(/\s+/).length <= 3)
}
