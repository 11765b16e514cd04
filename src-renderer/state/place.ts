// Keeps what the main window shows in the address, so that a reload and the keys for back and forward work.
import { create } from 'zustand'
import { viewSchema, type View } from '../../src-preload/contract/calls/app.ts'

export interface Place {
  view: View
  /** The shown run, in the view of a run. */
  run: string | null
  /** A part of the view, such as a page of the settings. */
  part: string | null
}

/** Reads an address such as `#/run/NAME` or `#/settings/models`. An unreadable one is a new request. */
export function placeOf(hash: string): Place {
  const [word = '', rest] = hash.replace(/^#\/?/, '').split('/')
  const view = viewSchema.safeParse(word)
  if (!view.success) return { view: 'new', run: null, part: null }
  const detail = rest === undefined || rest === '' ? null : decoded(rest)
  if (view.data !== 'run' && view.data !== 'history') return { view: view.data, run: null, part: detail }
  if (view.data === 'run' && detail === null) return { view: 'new', run: null, part: null }
  return { view: view.data, run: detail, part: null }
}

export const hashOf = ({ view, run, part }: Place): string => {
  const detail = run ?? part
  return detail === null ? `#/${view}` : `#/${view}/${encodeURIComponent(detail)}`
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const address = (): string => (typeof location === 'undefined' ? '' : location.hash)

export const usePlace = create<Place>(() => placeOf(address()))

if (typeof window !== 'undefined') {
  window.addEventListener('hashchange', () => usePlace.setState(placeOf(address())))
}

export function showPlace(place: Place): void {
  if (hashOf(place) === address()) usePlace.setState(place)
  else location.hash = hashOf(place)
}

/** Shows this in the main window; only that window has views. */
export const navigate = (view: View, run: string | null = null, part: string | null = null): void =>
  showPlace({ view, run, part })
