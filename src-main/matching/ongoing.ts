// Tells a message that an application is still at work (“Saving…”), which says nothing yet of how that ends.
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import type { EvidenceCode } from '../../src-preload/contract/evidence.ts'
import { saysFailure } from './failures.ts'

const MESSAGES: ReadonlySet<string> = new Set(['text', 'status bar', 'group', 'other'])
const AT_WORK =
  /^(?:saving|sending|storing|writing|exporting|importing|uploading|downloading|loading|connecting|copying|moving|deleting|working|processing|searching|please wait|bitte warten|wird |speicher[et]|sende[t]?|lade[t]?|enregistrement en|envoi en|veuillez patienter|guardando|enviando|espere|正在|请稍候)(?!\p{L})/iu
const HAS_ENDED =
  /(?<!\p{L})(?:done|complete[d]?|finished|succeeded|ok|fertig|beendet|terminée?|hecho|completad[oa]|完成)(?!\p{L})/iu
const GOES_ON = /(?:…|\.\.\.)$/

/** Whether a control of this role says with this text that something goes on. */
export function saysOngoing(role: string, text: string): boolean {
  const said = text.trim()
  // Where many words are, the first ones are not what is being done.
  if (!MESSAGES.has(role) || !AT_WORK.test(said) || HAS_ENDED.test(said) || saysFailure(said)) return false
  return GOES_ON.test(said) || said.split(/\s+/).length <= 3
}

/** Whether a message has come to say that something goes on, or it was seen to. */
export const isOngoing = ({ code, parameters: { role = '', value = '' } }: CodedText): boolean =>
  code === ('goes_on' satisfies EvidenceCode) || (code === 'now' && saysOngoing(role, value))
