// Puts together what the windows of one application show, for drivers that read one window at a time.
import type { PlatformElement, PlatformText, PlatformTree, PlatformWindow } from '../platform.ts'

/** The most controls whose texts are read. */
const MAX_TEXTS = 2000

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
