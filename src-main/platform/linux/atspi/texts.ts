// Reads texts as the toolkits give them: which ones a window shows, where their characters are, and what is selected.
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import { enclosing } from '../../../core/geometry.ts'
import { keepNewest } from '../../../core/keep-newest.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformText } from '../../platform.ts'
import type { Toolkit } from './applications.ts'
import { Has, type AccessibleCalls, type ObjectRef } from './calls.ts'
import type { TreeNode } from './collect.ts'
import { refOf } from './elements.ts'
import type { Listed } from './knowledge.ts'
import { isPlaced } from './places.ts'
import { AtspiRole, AtspiState, hasState } from './roles.ts'

/** The most characters that are read of one text. */
const MAX_LENGTH = 100_000
/** Texts whose owner is remembered. */
const MAX_REMEMBERED = 4000

interface Read {
  texts: PlatformText[]
  limited: string | null
}

/** An object that may have a text, and the nearest control around it, itself included. */
interface Holder {
  node: TreeNode
  owner: Listed
}

export class Texts {
  /** The controls whose shift corrects the places of texts in objects that are no controls. */
  readonly #owners = new Map<string, Listed>()

  owner(ref: string): Listed | null {
    return this.#owners.get(ref) ?? null
  }

  /** Takes the window's tree in `listed`: only the tree has the cells of a sheet, which have no lasting objects. */
  async read(
    calls: AccessibleCalls,
    known: readonly { roots: readonly TreeNode[]; byRef: ReadonlyMap<string, Listed> }[],
    listed: readonly Listed[],
    most: number,
    run: RunControl,
  ): Promise<Read> {
    const holders = known.flatMap(({ roots, byRef }) => holdersIn(roots, byRef))
    const asked = await run.race(
      Promise.all(
        holders.slice(0, most).map(async (holder) => ({ holder, text: await textIn(calls, holder.node) })),
      ),
    )
    const texts: PlatformText[] = []
    for (const { holder, text } of asked) {
      if (text === null || text.replaceAll('\uFFFC', '').trim() === '') continue
      const ref = refOf(holder.node)
      this.#remember(ref, holder.owner)
      texts.push({ ref, text, control: holder.owner.element })
    }
    for (const { element } of listed) {
      const text = element.value ?? element.name
      if (isCell(element.ref) && text !== '') texts.push({ ref: element.ref, text, control: element })
    }
    const long = texts.some(({ text }) => text.length >= MAX_LENGTH)
    const cut = holders.length > most
    return { texts, limited: cut || long ? 'The window has more text than was read.' : null }
  }

  #remember(ref: string, owner: Listed): void {
    this.#owners.delete(ref)
    this.#owners.set(ref, owner)
    keepNewest(this.#owners, MAX_REMEMBERED)
  }
}

const isCell = (ref: string): boolean => ref.split('|').length > 2

function holdersIn(roots: readonly TreeNode[], byRef: ReadonlyMap<string, Listed>): Holder[] {
  const holders: Holder[] = []
  const visit = (node: TreeNode, around: Listed | null, inText: boolean) => {
    const owner = byRef.get(refOf(node)) ?? around
    const mayHave = node.interfaces === null || (node.interfaces & Has.text) !== 0
    // Chromium lists the pieces of a paragraph a second time, each as an object of its own.
    const piece = inText && node.role === AtspiRole.static
    if (owner && mayHave && !piece && node.role !== AtspiRole.password && owner.element.role !== 'password')
      holders.push({ node, owner })
    const has = node.interfaces !== null && (node.interfaces & Has.text) !== 0
    for (const child of node.children) visit(child, owner, has)
  }
  for (const root of roots) visit(root, null, false)
  return holders
}

async function textIn(calls: AccessibleCalls, node: TreeNode): Promise<string | null> {
  const interfaces = node.interfaces ?? (await calls.interfaces(node)) ?? 0
  return interfaces & Has.text ? calls.firstText(node, MAX_LENGTH) : null
}

/** Gives the place as the toolkit reports it. LibreOffice and GTK 4 report it for single characters only. */
export async function placeOf(
  calls: AccessibleCalls,
  object: ObjectRef,
  { start, end }: Range,
  toolkit: Toolkit | null,
): Promise<Rect | null> {
  const space = toolkit === 'gtk4' ? 1 : 0
  const range = end - start > 1 ? await calls.rangeExtents(object, start, end, space) : null
  if (isPlaced(range)) return range
  const [first, last] = await Promise.all([
    calls.characterExtents(object, start, space),
    calls.characterExtents(object, end - 1, space),
  ])
  return isPlaced(first) && isPlaced(last) ? enclosing([first, last]) : null
}

export interface Range {
  start: number
  end: number
}

/** Characters of two UTF-16 units: Qt and LibreOffice count units, the others count characters. */
const WIDE = /[\u{10000}-\u{10FFFF}]/u

/** Converts a range in code points to the units in which the application counts. */
export async function asCounted(calls: AccessibleCalls, object: ObjectRef, range: Range): Promise<Range> {
  const text = await calls.firstText(object, MAX_LENGTH)
  if (text === null || !WIDE.test(text)) return range
  const characters = Array.from(text)
  const count = await calls.characterCount(object)
  if (count === null || count <= characters.length) return range
  const units = (until: number) => characters.slice(0, until).join('').length
  return { start: units(range.start), end: units(range.end) }
}

export async function selectedIn(calls: AccessibleCalls, object: ObjectRef): Promise<string | null> {
  const some = await calls.selections(object)
  if (some === null) return null
  if (some <= 0) return ''
  const range = await calls.firstSelection(object)
  return range && calls.text(object, range[0], range[1])
}

/**
 * Selects a range, with the caret at one of its ends. Kate selects and leaves its caret where it was, and what replaces the selection then
 * goes there. Returns false where it can't be selected so.
 */
export async function selectWithCaret(
  calls: AccessibleCalls,
  object: ObjectRef,
  { start, end }: Range,
): Promise<boolean> {
  const select = async () => (await calls.select(object, start, end)) ?? true
  if (!(await select())) return false
  // Kate doesn't say that its text can be edited; a text that is only shown has no caret.
  const [states, interfaces] = await Promise.all([calls.states(object), calls.interfaces(object)])
  const hasCaret =
    ((interfaces ?? 0) & Has.editableText) !== 0 ||
    (states !== null && (hasState(states, AtspiState.editable) || hasState(states, AtspiState.focused)))
  if (!hasCaret) return true
  const isAtEnd = async () => {
    const caret = await calls.caret(object)
    return caret === null || caret === start || caret === end
  }
  if (await isAtEnd()) return true
  await calls.setCaret(object, end)
  return (await select()) && (await isAtEnd())
}
