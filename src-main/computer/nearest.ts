// The names that somebody may have meant.
import { editDistance } from '../config/nearest.ts'

/** Up to `most` names, nearest first; a name that holds the other counts as near. Case does not count. */
export function nearestNames(wanted: string, names: string[], most = 3): string[] {
  const target = wanted.toLowerCase()
  return [...new Set(names)]
    .map((name) => {
      const candidate = name.toLowerCase()
      const holds = target.length > 2 && (candidate.includes(target) || target.includes(candidate))
      return { name, distance: holds ? 1 : editDistance(target, candidate) }
    })
    .filter(({ name, distance }) => distance <= Math.max(2, name.length / 3))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ name }) => name)
}
