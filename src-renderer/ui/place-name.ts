// Names the desktop of a run: a device by its own name, because there may be many of them.
import type { TFunction } from 'i18next'
import type { RunPlace } from '../../src-preload/contract/events.ts'

/** `prefix`: where the words for each kind are. */
export const placeName = (
  t: TFunction,
  prefix: 'display' | 'history.place',
  { kind, name }: RunPlace,
): string => (kind === 'device' && name !== '' ? name : t(`${prefix}.${kind}`))
