// Time as a clock shows it, so that its width changes rarely: `0:38`, `12:05`, `1:02:05`.

export function clockWords(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}
