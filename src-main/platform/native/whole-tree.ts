// Puts together what the windows of one application show, for drivers that read one window at a time.
import type { RunControl } from '../../core/run-control.ts'
import type { Platform, PlatformElement, PlatformText, PlatformTree, PlatformWindow } from '../platform.ts'

/** The most controls whose texts are read. */
const MAX_TEXTS = 2000

/** The most controls of a window that are looked through for what is in one of them. */
const MAX_WITHIN = 4000

/** Of a window whose application has no tree. */
export const NOTHING_TOLD: PlatformTree = { elements: [], limited: 'It tells nothing of its controls.' }

/** Reads the controls of these windows, one after the other, until there are `max`. */
export async function treeOfAll(
  windows: readonly PlatformWindow[],
  max: number,
  treeOf: (window: PlatformWindow, max: number) => Promise<PlatformTree>,
): Promise<PlatformTree> {
  const elements: PlatformElement[] = []
  let limited: string | null = null
  let silent = false
  for (const window of windows) {
    if (elements.length >= max) {
      limited ??= `It has more than ${max} controls.`
      break
    }
    const tree = await treeOf(window, max - elements.length)
    elements.push(...tree.elements)
    limited ??= tree.limited
    silent ||= tree.silent ?? false
  }
  return { elements, limited, silent }
}

interface Texts {
  tree: (max: number) => Promise<PlatformTree>
  text: (ref: string) => Promise<string | null>
}

/** Reads what each control says; a password never. */
export async function textsOfAll(
  { tree, text: textOf }: Texts,
  max: number,
): Promise<{ texts: PlatformText[]; limited: string | null }> {
  const { elements, limited } = await tree(Math.min(max, MAX_TEXTS))
  const texts: PlatformText[] = []
  for (const control of elements) {
    const text = control.role === 'password' ? null : await textOf(control.ref)
    if (text !== null && text !== '') texts.push({ ref: control.ref, text, control })
  }
  return { texts, limited }
}

/** Reads what a page, document, list or table shows, a document by its own text; null for nothing. */
export async function textShownWithin(
  platform: Pick<Platform, 'element' | 'text' | 'tree' | 'windows'>,
  ref: string,
  run: RunControl,
): Promise<string | null> {
  const element = await platform.element(ref, run)
  if (!element) return null
  const own = element.role === 'document' ? await platform.text(ref, run) : null
  if (own !== null && own !== '') return own
  const window = (await platform.windows(run)).find(({ handle }) => handle === element.window)
  if (!window) return null
  const { elements } = await platform.tree(window, { max: MAX_WITHIN }, run)
  const text = saidWithin(
    element,
    Map.groupBy(elements, ({ parent }) => parent),
  )
  return text === '' ? null : text
}

/** Puts the cells of a row in one line. What can be written in is no part of what a page or list says, nor is a password. */
function saidWithin(
  { ref, role }: Pick<PlatformElement, 'ref' | 'role'>,
  children: ReadonlyMap<string | null, readonly PlatformElement[]>,
): string {
  const said = (children.get(ref) ?? [])
    .filter((child) => child.role !== 'password' && !child.editableText)
    .map((child) => saidWithin(child, children) || (child.value ?? '') || child.name)
    .filter((text) => text !== '')
  return said.join(role === 'row' ? '\t' : '\n')
}
