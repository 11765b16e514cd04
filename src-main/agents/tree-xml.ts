// Writes the control tree as XML, for `log_xml`: an element per control, its fields as attributes.
import { isRecord } from '../core/record.ts'

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
// Control characters have no place in XML 1.0, not even escaped.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const escape = (text: string) =>
  text.replace(FORBIDDEN, '\uFFFD').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

function element(name: string, node: Record<string, unknown>, indent: string): string {
  const children = Array.isArray(node['children']) ? node['children'].filter(isRecord) : []
  const attributes = Object.entries(node)
    .filter(([key]) => key !== 'children')
    .map(([key, value]) => ` ${key}="${escape(typeof value === 'string' ? value : JSON.stringify(value))}"`)
    .join('')
  if (children.length === 0) return `${indent}<${name}${attributes}/>\n`
  const inner = children.map((child) => element('control', child, `${indent}  `)).join('')
  return `${indent}<${name}${attributes}>\n${inner}${indent}</${name}>\n`
}

/** `tree` is the result of `get_ui_tree`: `{ root: … }`. */
export function treeToXml(tree: Record<string, unknown>): string {
  const root = isRecord(tree['root']) ? tree['root'] : tree
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('root', root, '')}`
}
