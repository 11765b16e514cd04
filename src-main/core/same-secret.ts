// Comparing secrets.
import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are the same. It takes the same time wherever they differ. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
