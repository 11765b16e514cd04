// Tells which acts in a page do no more than close a notice, answer one about cookies, set a box that the request names, search what the
// person wants found, or work on the page that the request has worked on.
import type { Facts } from './facts.ts'
import {
  ABOUT_COOKIES,
  CLOSE_MARK,
  CLOSING,
  CONSENTING,
  LEAVING,
  NAMES_COOKIES,
  SEARCHING,
} from './vocabulary.ts'

/** The most names of elements around a button to check. */
const MAX_AROUND = 5

/** Whether it is Enter in a search field of a page that the person has named, with no text of others in it. */
export const searches = ({ role, control, typed, act: { target }, around }: Facts): boolean =>
  (role === 'edit' || role === 'combo box') &&
  SEARCHING.test(`${control?.name ?? ''} ${control?.description ?? ''}`) &&
  around.isNamed(target.page ?? '') &&
  (!around.tainted || around.isWritten(typed ?? control?.value ?? ''))

/** True for a button that any page may have, and that only closes what the page has laid over itself. */
export const isPageHarmless = ({ pressed, act: { target } }: Facts): boolean => {
  if (!pressed || (pressed.role !== 'button' && pressed.role !== 'link' && pressed.role !== 'image'))
    return false
  if (CLOSE_MARK.test(pressed.name) || (CLOSING.test(pressed.name) && !/quit|exit/i.test(pressed.name)))
    return true
  if (LEAVING.test(pressed.name)) return true
  if (!CONSENTING.test(pressed.name)) return false
  const said = [
    pressed.name,
    target.question ?? '',
    ...(target.within ?? []).slice(0, MAX_AROUND).map(({ name }) => name),
  ]
  return (
    said.some((text) => ABOUT_COOKIES.test(text)) ||
    (target.before?.texts.some((text) => NAMES_COOKIES.test(text)) ?? false)
  )
}

/** Whether it presses the button right behind a search field of a named page, which does what Enter does in the field. */
export const searchesByButton = ({ inPage, pressed, act: { target }, around }: Facts): boolean => {
  const { texts = [], field = null } = target.before ?? {}
  return (
    inPage &&
    pressed?.role === 'button' &&
    SEARCHING.test(pressed.name) &&
    texts.length === 0 &&
    field !== null &&
    SEARCHING.test(field.name) &&
    around.isNamed(target.page ?? '') &&
    (!around.tainted || around.isWritten(field.value))
  )
}

/** The least length of a label, because a shorter one (“On”, “No”) may be any word of a request. */
const MIN_MENTIONED = 3
const CHOICES = new Set<string>(['check box', 'radio button', 'switch', 'combo box', 'list', 'list item'])

/** Boxes that one plain click sets, which is what `set_toggle` does with them. */
const BOXES = new Set<string>(['check box', 'radio button', 'switch'])

/** Words of a request that has something switched on or off. */
const SWITCHES =
  /(?<!\p{L})(?:turn(?:s|ed|ing)? (?:\p{L}+ ){0,4}?(?:on|off)|switch\p{L}*|enabl\p{L}+|disabl\p{L}+|(?:de)?activat\p{L}+|toggl\p{L}+|(?:un)?tick|(?:un)?check the|set)(?!\p{L})|schalte|(?:de)?aktivier|(?:dés)?activ(?:e|er|ez)(?!\p{L})|(?:des)?activa(?:r)?(?!\p{L})|打开|关闭|关掉|开启|启用|停用|禁用|勾选|切换/iu

/** Whether a page's box or list is set to a value from the person's request, by a tool or a click that does nothing else. */
export const isMentionedChoice = ({ tool, role, pressed, held, act, around }: Facts): boolean =>
  (tool === 'select_item' ||
    tool === 'set_toggle' ||
    (tool === 'click_input' &&
      isPlainClick(act.parameters) &&
      // With Ctrl, a click joins an item to those that are chosen.
      (held.length === 0 ? BOXES.has(role ?? '') : held.join() === 'ctrl' && role === 'list item'))) &&
  // A switch of a page (`role="switch"`) is a toggle button in Chromium, and so is “Follow” or “Like”, which a request may say otherwise: it has
  // to be switched in so many words. Whoever clicks one may press what does something else.
  (CHOICES.has(role ?? '') ||
    (tool === 'set_toggle' && role === 'toggle button' && around.isAsked(SWITCHES))) &&
  pressed !== null &&
  pressed.name.length >= MIN_MENTIONED &&
  around.isMentioned(pressed.name)

const isPlainClick = ({
  button = 'left',
  double = false,
  num_clicks = 1,
}: Record<string, unknown>): boolean => button === 'left' && double === false && num_clicks === 1

/** Words of a request that has something pressed or sent in a page. Who only has it filled in has not said that it shall be sent. */
const WORKS =
  /(?<!\p{L})(?:send|submit|post|click|press|tick|choose|select|pick|book|reserve|register|sign (?:\p{L}+ )?(?:up|in)|log (?:\p{L}+ )?in|answer|solve|play|vote|toggle|cart|basket|check out|subscribe|apply for)(?!\p{L})|absend|schick|klick|wähle|anmeld|envoie|envoy|clique|choisi|envía|enviar|elige|发送|提交|点击|按下|选择|注册|登录|购物车/iu

/**
 * Whether the request names this page and has something pressed in it, so that its buttons are what the person asked for. They send no more than
 * the person's own words: a text from elsewhere that stands in the page asks. What has a harmful word is judged by that.
 */
export const worksAsAsked = (facts: Facts): boolean => {
  const { inPage, held, act, around } = facts
  return (
    inPage &&
    held.length === 0 &&
    isPlainClick(act.parameters) &&
    around.isNamed(act.target.page ?? '') &&
    around.isAsked(WORKS) &&
    (around.typedUnasked(facts)?.every((text) => around.isWritten(text)) ?? false)
  )
}
