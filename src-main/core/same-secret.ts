// Compares secrets.
import { createHash, timingSafeEqual } from 'node:crypto'

/** Tells whether two secrets are the same. It takes the same time wherever they differ. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}
