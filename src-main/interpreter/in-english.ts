// Lets a person call in English what an interface calls in another language: by what the application's own catalogues say of its labels.
import type { Control } from '../core/desktop.ts'
import { sameLabel } from '../matching/agreement.ts'
import { Label, plainLabel, readableName } from '../matching/label.ts'
import type { Translate } from '../matching/catalogues.ts'
import { readPhrase } from './phrases.ts'

/** Whether what stands there is called so, in its own words or in English. */
export const isCalledAlso = (name: string, control: Control, english?: Translate): boolean =>
  sameLabel(name, readableName(control)) ||
  (english?.(readableName(control)).includes(plainLabel(name)) ?? false)

/**
 * Gives the controls with the name of the phrase where it is their English one, so that they are found by it. As they are where something
 * has that name itself.
 */
export function namedInEnglish(
  written: string,
  controls: readonly Control[],
  english: Translate | undefined,
): readonly Control[] {
  if (!english) return controls
  const names = readPhrase(written).flatMap(({ name }) => name ?? [])
  if (controls.some((control) => names.some((name) => sameLabel(name, readableName(control)))))
    return controls
  return controls.map((control) => {
    const own = readableName(control)
    const meant = own === '' ? [] : english(own)
    const name = names.find((each) => meant.includes(plainLabel(each)))
    return name === undefined ? control : { ...control, name }
  })
}

/** Whether a label says one of these words, in its own language or by its English ones. */
export const isSaid = (words: RegExp, name: string, { english }: { english?: Translate }): boolean =>
  [plainLabel(name), new Label(name).bare, ...(english?.(name) ?? [])].some((each) => words.test(each))
