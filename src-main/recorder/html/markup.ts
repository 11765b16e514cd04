// HTML by tagged templates in which every value is escaped: what a run read on a screen can't become markup.

/** Markup that is safe to put into a page. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Content = Markup | string | number | null | false | Content[]

// oxlint-disable-next-line no-control-regex -- HTML has no way to hold these
const INVALID = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replace(INVALID, '\ufffd').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

const render = (content: Content): string => {
  if (content === null || content === false) return ''
  if (content instanceof Markup) return content.text
  if (Array.isArray(content)) return content.map(render).join('')
  return escapeHtml(String(content))
}

/** null and false give nothing, lists are joined, texts and numbers are escaped; attributes must stand in double quotes. */
export function markup(strings: TemplateStringsArray, ...values: Content[]): Markup {
  return new Markup(strings.map((part, index) => part + render(values[index] ?? null)).join(''))
}
