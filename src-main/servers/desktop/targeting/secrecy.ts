// Hides the content of password fields, also where an application shows it: neither model nor record gets it.
import { PASSWORD_NAME } from '../../../safety/vocabulary.ts'
import type { Platform, PlatformElement } from '../../../platform/platform.ts'

/** Whether a one-line field is named like a field for a password, and so counts as one. */
const holdsSecret = ({ role, name, description, states }: PlatformElement): boolean =>
  role === 'password' ||
  (role === 'edit' && !states.includes('multiline') && PASSWORD_NAME.test(`${name} ${description ?? ''}`))

/** Wraps the platform so that every such field has the role `password` and no text. */
export function withoutSecrets(platform: Platform): Platform {
  const secret = new Set<string>()
  const hide = <T extends PlatformElement | null>(element: T): T => {
    if (element === null || !holdsSecret(element)) return element
    secret.add(element.ref)
    return { ...element, role: 'password', value: null }
  }
  const hiding: Partial<Platform> = {
    tree: async (window, options, run) => {
      const tree = await platform.tree(window, options, run)
      return { ...tree, elements: tree.elements.map(hide) }
    },
    element: async (ref, run) => hide(await platform.element(ref, run)),
    elementAt: async (point, run) => {
      const hit = await platform.elementAt(point, run)
      return { ...hit, element: hide(hit.element) }
    },
    focusedElement: async (run) => hide(await platform.focusedElement(run)),
    texts: async (window, options, run) => {
      const read = await platform.texts(window, options, run)
      const hidden = read.texts.filter(({ control }) => hide(control).role === 'password')
      for (const { ref } of hidden) secret.add(ref)
      return { ...read, texts: read.texts.filter((text) => !hidden.includes(text)) }
    },
    selectedText: (ref, run) => (secret.has(ref) ? Promise.resolve(null) : platform.selectedText(ref, run)),
    text: (ref, run) => (secret.has(ref) ? Promise.resolve(null) : platform.text(ref, run)),
  }
  return new Proxy(platform, {
    get(target, key) {
      const own: unknown = Reflect.get(hiding, key)
      if (own !== undefined) return own
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
