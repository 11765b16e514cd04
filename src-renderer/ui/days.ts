// Writes days and times as a person says them: today, yesterday, a weekday, then a date. In local time and the window's language.

/** Writes a day: `today`, `yesterday`, `Monday`, `3 Nov`, `3 Nov 2025`. */
export function dayWords(time: number, now: number, language: string): string {
  const days = Math.round((midnight(now) - midnight(time)) / 86_400_000)
  if (days <= 1) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-days, 'day')
  if (days < 7) return new Intl.DateTimeFormat(language, { weekday: 'long' }).format(time)
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  const year = sameYear ? {} : { year: 'numeric' as const }
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', ...year }).format(time)
}

/** Writes the day and the time of day: `today 10:42`. */
export const momentWords = (time: number, now: number, language: string): string =>
  `${dayWords(time, now, language)} ${new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(time)}`

const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0)
