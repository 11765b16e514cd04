// Writes which applications are installed, as lines of a prompt.
import type { InstalledApplication } from '../../core/desktop.ts'
import { fold } from '../../matching/fold.ts'
import { wordsAt } from '../../matching/words.ts'
import { quote } from './data.ts'

/** More would cost a prompt more than they tell: those that open files, and those that open none (a calculator, a terminal). */
const MAX_OPENING = 40
const MAX_OTHERS = 20

/** Of many applications, tells those that the request names, what opens its files, then the first; that there are more is said, too. */
export function applicationLines(applications: readonly InstalledApplication[], request: string): string[] {
  const text = fold(request)
  const named = new Set(applications.filter(({ name }) => wordsAt(text, fold(name)) >= 0))
  const endings = new Set(
    [...text.matchAll(/\.([a-z0-9]{1,5})(?![\p{L}\p{N}])/gu)].map(([, ending]) => ending),
  )
  const fits = ({ opens }: InstalledApplication) => opens.some((each) => endings.has(each))
  const first = (most: number, isMeant: (one: InstalledApplication) => boolean) =>
    applications
      .filter((one) => !named.has(one) && isMeant(one))
      .toSorted((a, b) => Number(fits(b)) - Number(fits(a)))
      .slice(0, most)
  const told = [
    ...named,
    ...first(MAX_OPENING, ({ opens }) => opens.length > 0),
    ...first(MAX_OTHERS, ({ opens }) => opens.length === 0),
  ].toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const more = applications.length - told.length
  return [
    ...told.map(lineOf),
    ...(more > 0 ? [`(and ${more} others, by the names that people know them by)`] : []),
  ]
}

const lineOf = ({ name, opens }: InstalledApplication): string =>
  opens.length > 0 ? `${quote(name, 80)}: ${quote(opens.join(', '), 200)}` : quote(name, 80)
