// Lists the rules of the gate that let an act through, as data: an act to which no harmful rule applies needs one of them. Any
// other act asks: `unknown`.
import { isAskedControl } from './asked-controls.ts'
import { writes, type Facts } from './facts.ts'
import { keysAreHarmless } from './harmless-keys.ts'
import { worksAsAsked } from './page-answers.ts'
import {
  activatesHarmlessly,
  isInstructed,
  holdsOnlySelecting,
  onlyComputes,
  launched,
} from './conditions.ts'

export interface HarmlessRule {
  name: string
  reason: string
  holds(facts: Facts): boolean
}

export const HARMLESS: HarmlessRule[] = [
  { name: 'looking', reason: 'It only looks.', holds: ({ gesture }) => gesture === 'observe' },
  {
    name: 'going to a window',
    reason: 'It only brings a window to the front.',
    holds: ({ gesture }) => gesture === 'go to window',
  },
  {
    name: 'opening an application',
    reason: 'It opens an application or a document.',
    holds: (facts) => facts.gesture === 'launch' && launched(facts).length > 0,
  },
  { name: 'reading command', reason: 'It only reads.', holds: ({ gesture }) => gesture === 'command' },
  {
    name: 'work with files',
    reason: 'It reads, or can be taken back, and replaces nothing.',
    holds: ({ gesture }) => gesture === 'files',
  },
  {
    name: 'closing without loss',
    reason: 'Nothing in it is unsaved.',
    holds: ({ gesture }) => gesture === 'close window',
  },
  {
    name: 'calculator',
    reason: 'A calculator only computes.',
    holds: (f) =>
      onlyComputes(f) &&
      (f.gesture === 'keys' ||
        (f.control !== null && f.act.target.kind !== 'unknown' && f.gesture !== 'foreign')),
  },
  {
    name: 'moving the pointer',
    reason: 'It only moves the pointer.',
    holds: ({ tool, gesture }) => gesture === 'scroll' && tool === 'move_on_coordinates',
  },
  // The rules from here on need a known target.
  {
    name: 'scrolling',
    reason: 'It only scrolls.',
    // With Control it zooms, and with another held key it does what that key does.
    holds: (f) => isKnown(f) && f.gesture === 'scroll' && f.keys.length === 0,
  },
  {
    name: 'context menu',
    reason: 'It only opens a menu.',
    holds: (f) =>
      isKnown(f) && f.gesture === 'open menu' && f.control !== null && !f.terminal && f.held.length === 0,
  },
  {
    name: 'pointing',
    reason: 'It only takes the focus, selects or opens a list.',
    // A field that takes a command is clicked like any other. In a terminal, a click may do anything, because its program decides.
    holds: (f) => isKnown(f) && f.gesture === 'point' && (!f.terminal || f.role === 'edit') && holdsOnlySelecting(f),
  },
  {
    name: 'selecting',
    reason: 'It only selects.',
    holds: (f) => isKnown(f) && f.gesture === 'select' && f.control !== null,
  },
  {
    name: 'toggle',
    reason: 'It can be switched back.',
    holds: (f) => isKnown(f) && f.gesture === 'toggle' && f.control !== null,
  },
  {
    name: 'entering text',
    reason: 'It only changes the text of a field or document.',
    holds: (f) => isKnown(f) && f.gesture === 'enter text' && writes(f) && keysAreHarmless(f),
  },
  {
    name: 'dragging in a text',
    reason: 'It only selects, scrolls or slides.',
    holds: (f) =>
      isKnown(f) &&
      f.gesture === 'drag' &&
      !f.act.parameters.key_hold &&
      staysThere(f) &&
      // This is a cell of a sheet. A cell of a list is a file or a similar thing, which would be dropped somewhere.
      (/^(edit|document|slider|scroll bar)$/.test(f.role ?? '') || (f.role === 'cell' && f.kind === 'office')),
  },
  { name: 'harmless keys', reason: 'These keys can be undone.', holds: (f) => isKnown(f) && f.gesture === 'keys' && keysAreHarmless(f) },
  {
    name: 'named by the person',
    reason: 'You have named it.',
    holds: (f) => isKnown(f) && !f.terminal && f.gesture !== 'foreign' && f.held.length === 0 && isInstructed(f),
  },
  {
    name: 'asked for',
    reason: 'You have asked for it.',
    holds: (f) => isKnown(f) && f.gesture === 'activate' && f.control !== null && f.held.length === 0 && (isAskedControl(f) || worksAsAsked(f)),
  },
  {
    name: 'harmless control',
    reason: 'What it does can be undone, or only changes what is shown.',
    // A held key opens a link elsewhere, and joins an item to those that are chosen. For a button, the effect with a held key is not known from its name.
    holds: (f) =>
      isKnown(f) &&
      f.gesture === 'activate' &&
      (f.held.length === 0 || ((f.role === 'link' || f.role === 'list item') && holdsOnlySelecting(f))) &&
      activatesHarmlessly(f),
  },
] // prettier-ignore

/** Whether a drag ends where it began, because elsewhere a text may be dropped into a terminal, or a file into a page. */
const staysThere = ({ act: { target }, inPage }: Facts): boolean =>
  target.drop?.on === 'same control' || (target.drop?.on === 'same window' && !inPage)

const isKnown = ({ act, window }: Facts): boolean =>
  window !== null && act.target.kind !== 'unknown' && act.target.kind !== 'none'
