// Changes how something is shown: the zoom by its field or its menu, the order by a heading or its menu.
import { agreementOf, sameLabel } from '../matching/agreement.ts'
import { Label, readableName } from '../matching/label.ts'
import { byIdOf, holdersOf } from '../matching/places.ts'
import type { ClauseOf } from './clauses.ts'
import { findByPhrase, shortName } from './matching.ts'
import { calledHere, SORTING, withItem } from './menus.ts'
import { act, choose, enter, fail, press, type Move, type Scene } from './moves.ts'
import { inQuotes } from '../../src-preload/contract/quotes.ts'
import type { Control, ControlRole } from '../core/desktop.ts'

const ZOOM = ['zoom', 'zoom level', 'zoomstufe', 'facteur de zoom', '缩放'] as const

export function zoomTo({ percent }: ClauseOf<'zoom'>, scene: Scene): Move {
  const { controls, windows } = scene
  const text = `${percent}%`
  const fields = ZOOM.flatMap((name) => findByPhrase(inQuotes(name), controls, 'write', windows).found)
  const [called] = fields.filter(({ role }) => role === 'combo box' || role === 'edit' || role === 'spinner')
  const field = called ?? percentField(scene)
  if (field && scene.trail.every(({ phase }) => phase === 'wait')) {
    const inner = controls.find(({ role, parent }) => role === 'edit' && parent === field.id)
    if (inner || field.role !== 'combo box')
      return act(
        enter(inner ?? field, field.role === 'spinner' ? String(percent) : text),
        `The ${shortName(field)} takes it.`,
      )
  }
  return withItem(
    [text, `${percent} %`, `Zoom ${text}`, `Zoom to ${text}`],
    scene,
    (found) => act([press(found)], `The ${shortName(found)} is meant.`),
    `No field for the zoom and no menu item ${inQuotes(text)} is here.`,
  )
}

/** The one field of the window that shows a percentage and has no name (Evince); null where there is none, or several. */
function percentField({ controls, window }: Scene): Control | null {
  const [only, ...others] = controls.filter(
    ({ role, window_id, value, states }) =>
      role === 'edit' &&
      window_id === window?.id &&
      window.kind !== 'dialog' &&
      !states.includes('multiline') &&
      PERCENTAGE.test(value ?? ''),
  )
  return only && others.length === 0 && readableName(only) === '' ? only : null
}
const PERCENTAGE = /^\d{1,4}(?:[.,]\d{1,3})?\s?%$/

const HEADERS: ReadonlySet<ControlRole> = new Set<ControlRole>(['header'])
const SORTERS: ReadonlySet<ControlRole> = new Set<ControlRole>(['button', 'toggle button', 'link'])

/** What sorts in a heading of a page's table: the one button in it that is called so, which may be far from its middle; else the heading itself. */
function sorterIn(header: Control, controls: readonly Control[]): Control {
  const byId = byIdOf(controls)
  const [only, ...more] = controls.filter(
    (each) => SORTERS.has(each.role) && holdersOf(each, byId).some(({ id }) => id === header.id),
  )
  const sorts =
    only && (sameLabel(readableName(only), readableName(header)) || SORTS.test(readableName(only)))
  return sorts && more.length === 0 ? only : header
}
const SORTS = /\bsort|sortier|trier|ordenar|排序/iu

export function sortBy({ by }: ClauseOf<'sort'>, scene: Scene): Move {
  const [header, ...others] = calledHere([by], scene, HEADERS)
  const pressing = (found: Control): Move => {
    const pressed = sorterIn(found, scene.controls)
    return act([press(pressed)], `The ${shortName(pressed)} is meant.`)
  }
  if (header && others.length === 0 && scene.trail.every(({ phase }) => phase === 'wait'))
    return pressing(header)
  const move = withItem(
    [`Sort by ${by}`, `By ${by}`, `By file ${by}`, `Sort by file ${by}`, by],
    scene,
    (found) => {
      const menu = scene.trail.findLast(({ phase }) => phase === 'menu')?.step.actions.at(-1)?.arguments[
        'name'
      ]
      const isSorting = SORTING.test(readableName(found)) || (typeof menu === 'string' && SORTING.test(menu))
      return isSorting
        ? act([press(found)], `The ${shortName(found)} is meant.`)
        : fail(`The ${shortName(found)} is in no menu for sorting.`)
    },
    `There is no heading ${inQuotes(by)} and no menu item that sorts by it.`,
  )
  if (move.do !== 'fail') return move
  // “Original Size” is the size, where no other heading has that word.
  const wanted = new Label(by)
  const like = scene.controls.filter(
    (each) =>
      HEADERS.has(each.role) && agreementOf(wanted, new Label(readableName(each)), ['words']) !== null,
  )
  const [only, ...more] = like
  if (!only) return move
  return more.length === 0 ? pressing(only) : choose(by, like, scene, pressing)
}
