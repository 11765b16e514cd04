// Tells whether a person means a file in their words: by its name, or, where they name no file at all, by a word of it (“my letter”). Who
// only asks what is in it does not want it changed.
import { basename } from 'node:path'
import { asksFor, namesText, stemOf, withoutOtherPaths } from './addresses.ts'
import { PICTURE_FILE } from './vocabulary.ts'

/** A name with an ending, as files have it. */
const FILE_NAME = /[\p{L}\p{N})]\.\p{L}[\p{L}\p{N}]{0,4}(?![\p{L}\p{N}./])/u
const ADDRESS = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+/giu
/** Words of a name that tell one file from another. Shorter ones stand in most requests. */
const TELLING_WORD = /\p{Script=Han}{2,}|\p{L}{4,}/gu

/** Words of a request that asks for an answer, in languages that are known here. */
const LOOKING =
  /(?<!\p{L})(?:read|summari[sz]\p{L}*|tell|show|what|which|who|when|where|how (?:many|much|long)|list|find|count|look|explain|describe|check|compare|lies|zusammen\p{L}*|zeige?|was|welche\p{L}*|wer|wann|wie viele?|sage?|finde|zähle|erkläre?|lis|résume\p{L}*|montre|combien|quel\p{L}*|lee|resume|muestra|cuánt\p{L}*|qué)(?!\p{L})|读|总结|概括|告诉|显示|多少|几|什么|哪|查|看/iu
/** Words of a request that has something changed. */
export const CHANGING =
  /(?<!\p{L})(?:save|write|writes|rewrite|re-write|add|append|insert|put|type|enter|fill|change|set|make|edit|update|correct|fix|replace|overwrite|remove|delete|empty|clear|clean|erase|cut|move|rename|sort|format|convert|translate|copy|paste|create|mark|bold|turn|merge|split|reset|start over)(?:s|ing)?(?!\p{L})|speicher|schreib|füg|änder|setze|ersetz|lösch|leere|entfern|korrigier|bearbeit|sortier|formatier|übersetz|kopier|verschieb|umbenenn|enregistr|écri|ajout|modifi|chang|remplac|supprim|vide|corrig|tri|copi|déplac|renomm|guarda|escrib|añad|agreg|cambi|reemplaz|borra|vacía|elimin|orden|mueve|保存|写|添加|加|改|替换|删|清空|移|填|编辑|更新|排序|复制|粘贴|翻译|换|设/iu

/** Words of a request that has a picture changed, whatever it is called: a recipe is scaled as well, and a page is turned. */
const EDITING_PICTURE =
  /(?<!\p{L})(?:rotate|flip|mirror|crop|resize|scale|straighten|sharpen|blur|brighten|darken|invert|retouch|recolou?r|drehe?n?|spiegeln?|zuschneiden|skalier\p{L}*|aufhellen|tourne|retourne|recadr\p{L}*|redimensionn\p{L}*|gira|voltea|recorta|redimensiona)(?!\p{L})|旋转|翻转|裁剪|缩放|调亮|调暗|反色/iu

const PICTURE =
  /(?<!\p{L})(?:pictures?|pics?|images?|photos?|photographs?|snapshots?|screenshots?|scans?|\p{L}*(?:bild|foto)(?:er|es|s)?|bilder|imágen(?:es)?|imagen|fotos?|fotografía)(?!\p{L})|图|照片|相片/iu
const changesPicture = (request: string): boolean =>
  asksFor(request, EDITING_PICTURE) && asksFor(request, PICTURE)

/** Whether a request only asks for an answer. One in another language may ask for anything. */
export const onlyLooks = (request: string): boolean => LOOKING.test(request) && !asksFor(request, CHANGING)

/** `path` may be the name alone. The ending may be left out, except where the rest is too short to be a name by itself. */
export function meansFile(request: string, path: string): boolean {
  const name = basename(path)
  const stem = stemOf(name)
  const words = stem.match(TELLING_WORD) ?? []
  // A path names its own file: “report” in the name of another one does not mean this report.
  const said = withoutOtherPaths(request, name)
  if (namesText(said, name)) return true
  if ((words.length > 0 || stem.length > 2) && namesText(withoutOtherPaths(request, stem), stem)) return true
  if (FILE_NAME.test(request.replace(ADDRESS, ' '))) return false
  if (PICTURE_FILE.test(name) && changesPicture(request)) return true
  return words.some((word) => namesText(said, word))
}

/** Whether the request has this path from its beginning to its end, as `/home/ada/…` or as `~/…`, and not only a folder of a longer one. */
export function namesPath(request: string, path: string, home: string): boolean {
  const ways = [path, ...(path.startsWith(`${home}/`) ? [`~${path.slice(home.length)}`] : [])]
  return ways.some((way) => {
    for (let at = request.indexOf(way); at !== -1; at = request.indexOf(way, at + 1)) {
      const isWhole = !GOES_BEFORE.test(request.slice(0, at)) && !GOES_ON.test(request.slice(at + way.length))
      if (isWhole) return true
    }
    return false
  })
}
const GOES_BEFORE = /[\p{L}\p{N}_~./\\-]$/u
/** A full stop ends the sentence where a space follows. */
const GOES_ON = /^(?:\/?[\p{L}\p{N}_*?[{~$\\-]|\/?\.+[^\s"'”’»)]|\/{2})/u
