// Compares secrets.
import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares two secrets in a time that does not depend on where they differ. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
