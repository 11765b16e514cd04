/** Takes out the oldest entries of a map, in the order in which they were set, until it has at most `most`. */
export function keepNewest(map: Map<unknown, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) return
    map.delete(oldest)
  }
}
