// Reads the parameters of an act with pointer or keys: how many clicks, and which keys are held meanwhile. The gate and the
// tools read them here, so that what is judged is what is done.
type Parameters = Record<string, unknown>

/** Gives 1 to 3; `double` is the older way to say 2. */
export function clicksOf({ double, num_clicks: clicks }: Parameters): number {
  return Math.max(double === true ? 2 : 1, typeof clicks === 'number' ? clicks : 1)
}

/** Gives the keys of `key_hold` as one chord (`Ctrl+Shift`), `''` for none. */
export const heldOf = ({ key_hold: held }: Parameters): string =>
  typeof held === 'string' ? held.trim().split(/\s+/).join('+') : ''

/** Lists the chords of `keyboard_input` as an application gets them, each with the keys held meanwhile: `Shift+Down Shift+Down`. */
export function chordsHeld(parameters: Parameters): string {
  const keys = typeof parameters['keys'] === 'string' ? parameters['keys'] : ''
  const held = heldOf(parameters)
  if (held === '') return keys
  const chords = keys.split(/\s+/).filter((chord) => chord !== '')
  return chords.map((chord) => `${held}+${chord}`).join(' ')
}
