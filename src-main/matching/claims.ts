// Tells a message by which an application only says that it has done something (“Undone”), while nothing else looks different.
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import { isAllThatIsSaid } from '../../src-preload/contract/evidence.ts'

/** A count or a value that has changed (“4 items”) is an effect, and no claim. */
const CLAIM =
  /(?<!\p{L})(?:und(?:one|id)|redone|done|success(?:ful(?:ly)?)?|deleted|removed|pasted|cleared|duplicated|rückgängig|wiederholt|gelöscht|entfernt|eingefügt|erledigt|annulée?|rétablie?|supprimée?|collée?|terminée?|deshecho|rehecho|eliminado|pegado|hecho)(?!\p{L})|已?(?:撤销|重做|删除|粘贴|清除|完成)/iu

/** Whether all that an act has brought about are the words that it is done. */
export function isOnlyClaimed(told: readonly CodedText[]): boolean {
  const said = told
    .filter(({ code }) => code === 'now' || code === 'appeared')
    .map(({ parameters }) => parameters['value'] ?? parameters['names'] ?? '')
  return told.some(isAllThatIsSaid) && said.length > 0 && said.every((text) => CLAIM.test(text))
}
