// Says whether a picture tells a model what the list of controls does not: pictures cost most of the tokens of a prompt.
import type { Control, ControlRole, Observation } from '../core/desktop.ts'
import { intersection, screenRect } from '../core/geometry.ts'
import type { ActionRecord, StepRecord } from '../models/input.ts'

/** Roles that only hold others: their name says nothing of what is drawn in them. */
const HOLDING: ReadonlySet<ControlRole> = new Set([
  'application', 'window', 'dialog', 'group', 'tool bar', 'menu bar', 'web page', 'list', 'table', 'tree', 'tab list',
  'status bar', 'scroll bar', 'separator', 'image', 'other',
]) // prettier-ignore

/** The window is looked at in this many fields. */
const COLUMNS = 12
const ROWS = 9
/** The part of the window that may be blank in the list: space between controls, an empty list. */
const MOST_BLANK = 0.6
/** A window with fewer is drawn by itself, or has not told yet. */
const LEAST_CONTROLS = 5

/** `before` is the step before this one in the same request. */
export function needsPicture(observation: Observation, before: StepRecord | undefined): boolean {
  const { window, limited } = observation
  if (window === null || limited !== null) return true
  if (before !== undefined && (before.status === 'SCREENSHOT' || before.actions.some(isOpen))) return true
  return isPoor(observation)
}

/** What the tree does not confirm may be seen. */
const isOpen = ({ status, effect }: ActionRecord): boolean =>
  status !== 'success' || (effect !== null && effect !== 'confirmed')

/** Whether the controls leave most of the window untold, as where it draws its content by itself. */
function isPoor({ window, controls }: Observation): boolean {
  if (window === null) return true
  const telling = controls.filter(tells)
  if (telling.length < LEAST_CONTROLS) return true
  const { x, y, width, height } = window.bounds
  let blank = 0
  for (let field = 0; field < COLUMNS * ROWS; field++) {
    const area = {
      x: x + ((field % COLUMNS) * width) / COLUMNS,
      y: y + (Math.floor(field / COLUMNS) * height) / ROWS,
      width: width / COLUMNS,
      height: height / ROWS,
    }
    if (!telling.some(({ bounds }) => intersection(screenRect(bounds), area) !== null)) blank += 1
  }
  return blank > MOST_BLANK * COLUMNS * ROWS
}

const tells = ({ role, name, value, states }: Control): boolean =>
  !HOLDING.has(role) && (name !== '' || (value ?? '') !== '') && !states.includes('offscreen')
