// Tells a message by which an application only says that it has done something (“Undone”), while nothing else looks different.
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import { saysFailure } from './failures.ts'
import { isAllThatIsSaid, isEmptied } from '../../src-preload/contract/evidence.ts'

/** A count or a value that has changed (“4 items”) is an effect, and no claim. */
const CLAIM =
  /(?<!\p{L})(?:und(?:one|id)|redone|done|success(?:ful(?:ly)?)?|deleted|removed|pasted|cleared|duplicated|added|inserted|created|rückgängig|wiederholt|gelöscht|entfernt|eingefügt|hinzugefügt|erstellt|erledigt|annulée?|rétablie?|supprimée?|collée?|ajoutée?|créée?|terminée?|deshecho|rehecho|eliminado|pegado|hecho|añadid[oa]|agregad[oa]|cread[oa])(?!\p{L})|已?(?:撤销|重做|删除|粘贴|清除|添加|插入|创建|完成)/iu

/** What a message says of work that has ended well. */
const ENDED_WELL =
  /(?<!\p{L})(?:saved|sent|stored|written|exported|imported|updated|copied|moved|uploaded|downloaded|applied|finished|complete[d]?|gespeichert|gesendet|exportiert|abgeschlossen|enregistrée?|envoyée?|exportée?|guardad[oa]|enviad[oa]|exportad[oa])(?!\p{L})|已?(?:保存|发送|导出|更新)/iu
const NOT_SO =
  /(?<!\p{L})(?:not|never|no|cannot|only|but|without|nicht|kein\p{L}*|aber|ohne|pas|mais|sans|sin|pero)(?!\p{L})|n[’']t(?!\p{L})|[?？]|未|没有|无法|吗/iu

/** Whether a message only says that something was done: without a question, a failure or a “but”. */
export const saysDone = (text: string): boolean =>
  (CLAIM.test(text) || ENDED_WELL.test(text)) && !NOT_SO.test(text) && !saysFailure(text)

/** Whether all that an act has brought about are the words that it is done. */
export function isOnlyClaimed(told: readonly CodedText[]): boolean {
  const said = told
    .filter((each) => (each.code === 'now' || each.code === 'appeared') && !isEmptied(each))
    .map(({ parameters }) => parameters['value'] ?? parameters['names'] ?? '')
  return told.some(isAllThatIsSaid) && said.length > 0 && said.every((text) => CLAIM.test(text))
}

/** Whether that is so beside a list, in which what was added would be seen. */
export const isClaimedBesideList = (told: readonly CodedText[]): boolean =>
  isOnlyClaimed(told) && told.some((each) => isAllThatIsSaid(each) && each.parameters['beside'] === 'list')
