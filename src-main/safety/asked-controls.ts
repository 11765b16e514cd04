// Tells whether a request asks for the setting or the control of an act, so that asking the person again would tell them nothing.
import { Label } from '../matching/label.ts'
import { agreesToSettings } from './dialog-answers.ts'
import type { Facts } from './facts.ts'
import { CHANGING } from './meant-files.ts'
import { SETTINGS_TITLE } from './vocabulary.ts'

/** Further words of a request that has something set; the last ones only where a sentence begins with them (“which font do you use?”). */
const SETTING =
  /(?<!\p{L})(?:enable|disable|switch|increase|decrease|raise|lower|reduce|hide|activate|deactivate|uncheck)(?:s|ing)?(?!\p{L})|(?:^|[.,;:!]|\b(?:and|then|please|to)\b)\s*(?:use|show|check|choose|select)\b|aktivier|deaktivier|schalte|erhöh|verringer|active|désactive|affiche|masque|utilise|activa|desactiva|muestra|usa|启用|禁用|打开|关闭|显示|隐藏|使用|选择/iu
/** Words that many settings have, so that they tell none from another. */
const TELL_NOTHING = new Set(
  'use using used system default defaults show display enable enabled disable disabled allow always never other others general application program when with from into this that open close file files window automatically automatic settings preferences options'.split(
    ' ',
  ),
)
const MIN_TELLING = 4
/** The least length of a whole label, because a shorter one (“Low”, “On”) may be any word of a request. */
const MIN_LABEL = 5
/** Settings that keep others out. A request passes them only if it says so itself. */
const GUARDS =
  /secur|macro|trust|proxy|remote|script|plug-?in|extension|permission|password|certificate|encrypt|telemetry|sicherheit|makro|vertrau|sécurité|confian|seguridad|安全|宏|信任|代理|插件|密码/iu
/** The nearest parts around a control that name what it is about, as “Font” does with its button. */
const MAX_PARTS = 3

/** A request has a word of this name: “font size” means the group “Font”. A plural is the same word. */
function hasWordOf(name: string, around: Facts['around']): boolean {
  return new Label(name).tokens.some((token) => {
    const word = token.replace(/(?<=\p{L}{3})s$/u, '')
    return (
      token.length >= MIN_TELLING &&
      !TELL_NOTHING.has(token) &&
      around.isAsked(new RegExp(`(?<!\\p{L})${word.replaceAll('+', '\\+')}s?(?!\\p{L})`, 'iu'))
    )
  })
}

/** Whether the request has something done, and not only told, and nothing is guarded there but what it speaks of. */
function isToChange({ around, window, pressed, control, act }: Facts): boolean {
  const parts = [
    window?.title,
    pressed?.name,
    control?.name,
    ...(act.target.within ?? []).map(({ name }) => name),
  ]
  const guarded = parts.some((name) => GUARDS.test(name ?? ''))
  return [CHANGING, SETTING].some((words) => around.isAsked(words)) && (!guarded || around.isAsked(GUARDS))
}

/** Whether the person's request has the whole name of the control. */
function isMentioned({ around, pressed, control }: Facts): boolean {
  const name = pressed?.name ?? control?.name ?? ''
  return name.length >= MIN_LABEL && around.isMentioned(name)
}

/** Whether the request has a word of the control's name, or of the group around it: “font” of “Font”. */
function isMeant({ around, pressed, control, act }: Facts): boolean {
  const groups = (act.target.within ?? []).slice(0, MAX_PARTS).map((part) => part.name)
  return [pressed?.name ?? '', control?.name ?? '', ...groups].some((each) => hasWordOf(each, around))
}

/** OK adds nothing to boxes and lists, which were judged one by one; a text that was typed there was not, and has to be the person's. */
function agreesToAskedTexts(facts: Facts): boolean {
  const { text } = facts.around.typedBefore(facts)
  return agreesToSettings(facts) && (text === '' || facts.around.isWritten(text))
}

/** Whether something that was read may have led to the act. Plain commands are carried out as they are written, whatever the run reads. */
const mayBeMisled = ({ around }: Facts): boolean => around.tainted && !around.byCommands

/**
 * Whether the person has asked for this setting of an application. Their own words are enough as long as the run has read nothing of others;
 * after that they must have named the whole control.
 */
export const isAskedSetting = (facts: Facts): boolean =>
  isToChange(facts) &&
  (isMentioned(facts) || (!mayBeMisled(facts) && (agreesToAskedTexts(facts) || isMeant(facts))))

/** Whether the person has asked for this control of an application. In settings, a word of what it is about is enough, as for a setting. */
export const isAskedControl = (facts: Facts): boolean =>
  !facts.inPage &&
  !facts.terminal &&
  facts.kind !== 'settings' &&
  isToChange(facts) &&
  (isMentioned(facts) ||
    (!mayBeMisled(facts) && SETTINGS_TITLE.test(facts.window?.title ?? '') && isMeant(facts)))
