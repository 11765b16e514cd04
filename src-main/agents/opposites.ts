// Tells an act that is the opposite of what was asked for, by the words of both.
import type { ActionRecord } from '../models/input.ts'

const PAIRS: readonly [RegExp, RegExp][] = [
  [/\bascending\b|\bA to Z\b|aufsteigend|升序/iu, /\bdescending\b|\bZ to A\b|absteigend|降序/iu],
  [/\bzoom in\b|\bmagnify\b|放大/iu, /\bzoom out\b|ctrl\+(?:minus|-)|缩小/iu],
  [/^undo\b|\bundo\b|撤销/iu, /\bredo\b|ctrl\+(?:y|shift\+z)\b|重做/iu],
  [/\baccept\b|接受/iu, /\b(?:decline|reject|refuse)\b|拒绝/iu],
  [
    /\b(?:tick|check|enable|(?:turn|switch) on|activate)\b/iu,
    /\b(?:untick|uncheck|disable|(?:turn|switch) off|deactivate)\b/iu,
  ],
  [/\bhorizontal/iu, /\bvertical/iu],
  [/\bmute\b/iu, /\bunmute\b/iu],
  [/\bsubscribe\b/iu, /\bunsubscribe\b/iu],
  [/\bshow\b|显示/iu, /\bhide\b|隐藏/iu],
  [/\block\b/iu, /\bunlock\b/iu],
  [/\binstall\b/iu, /\b(?:uninstall|remove)\b/iu],
]

/** Whether the words ask for the one of two, and the act is the other. */
export function isOpposite(
  words: string,
  { function: name, arguments: given, target }: ActionRecord,
): boolean {
  const { keys, path, checked } = given
  const done = [target, keys, ...(Array.isArray(path) ? path : [])]
    .filter((each) => typeof each === 'string')
    .join(' ')
  const state = name === 'set_toggle' && typeof checked === 'boolean' ? (checked ? ON : OFF) : ''
  const act = state === '' ? done : state
  return PAIRS.some(
    ([one, other]) =>
      (one.test(words) && !other.test(words) && other.test(act) && !one.test(act)) ||
      (other.test(words) && !one.test(words) && one.test(act) && !other.test(act)),
  )
}

const ON = 'tick'
const OFF = 'untick'
