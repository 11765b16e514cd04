// Finds the words by which an application tells in its window, without a dialog, that what was asked of it did not come off.
import type { CodedText } from '../../src-preload/contract/coded-text.ts'

const FAILURE =
  /\b(?:errors?|fail(?:ed|ure)?|went wrong|timed out|not enough (?:space|memory)|(?:disk|device|memory|storage) (?:is )?full|(?:connection|network) (?:was |is )?(?:lost|refused|closed|unavailable)|no connection|nothing (?:was|has been|could be) (?:saved|sent|changed|added|written|done)|no changes (?:were|have been) (?:made|saved)|will not be|could ?n[o’']t|could not|can ?n[o’']t be|unable to|invalid|(?:was|were|is|are) not|not (?:saved|sent|valid|found|allowed|available|accepted)|denied|rejected|incorrect|please (?:enter|fill|select|choose|correct)|(?:is|are) required|must be|try again|fehler|fehlgeschlagen|ungültig|nicht (?:gespeichert|gesendet|gefunden|gültig|genug)|keine verbindung|konnten? nicht|erreur|échec|échoué|invalide|n’a pas pu|no se pudo|inválid[oa]|falló)(?!\p{L})|错误|失败|无效|无法|未保存|未发送|空间不足|不能为空|未找到|被拒绝/iu

/** What says that there was none: `0 errors`, `12 passed, 0 failed`. */
const NONE =
  /(?<![\p{L}\p{N}.,])(?:no|0|zero|without(?: any)?|keine?|ohne|aucune?|sans|sin|ningún)\s+(?:\p{L}+\s+)?(?:errors?|fail(?:ed|ures?)|fehlern?|erreurs?|échecs?|errore?s|fallos?)(?!\p{L})|(?:errors?|failures?|failed|fehler|erreurs?)\s*[:=]\s*0(?![\d.,])|(?:没有|无|0\s*个)\s*错误/giu

/** Whether a text says that something did not come off. */
export const saysFailure = (text: string): boolean => FAILURE.test(text.replace(NONE, ''))

/** What has come to be seen: roles that a message has. An item of a list, a link and a field have words of their own. */
const SAID = /\b(?:text|group|status bar|dialog|other) “([^”]*)”/gu
/** More new controls than these are another page or view. */
const MAX_APPEARED = 4

/** Returns the message of a failure that the evidence of an act contains; null where there is none. */
export function failureTold(told: readonly CodedText[]): string | null {
  for (const { code, parameters } of told) {
    const { names = '', role = '', value = '', was = '', count = '0' } = parameters
    const texts =
      code === 'appeared' && Number(count) <= MAX_APPEARED
        ? [...names.matchAll(SAID)].map(([, text = '']) => text)
        : code === 'now' && MESSAGES.has(role) && !saysFailure(was)
          ? [value]
          : []
    const message = texts.filter(saysFailure).toSorted((a, b) => b.length - a.length)[0]
    if (message !== undefined) return message
  }
  return null
}

/** Returns the message of a failure in a dialog that has opened; null where there is none. Only who answers it can say more. */
export const failureAsked = (told: readonly CodedText[]): string | null =>
  told
    .map(({ code, parameters }) => (code === 'opened' ? (parameters['says'] ?? '') : ''))
    .find(saysFailure) ?? null

const MESSAGES: ReadonlySet<string> = new Set(['text', 'status bar', 'group', 'other'])
