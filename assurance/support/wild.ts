// Makes values for a schema: those that fit, those that nearly do, and anything else.
import fc from 'fast-check'
import type { z } from 'zod'

type Any = fc.Arbitrary<unknown>

/** What of a schema is looked at, by the names that zod gives. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  in?: z.ZodType
  options?: readonly z.ZodType[]
  items?: readonly z.ZodType[]
  valueType?: z.ZodType
  values?: readonly unknown[]
  entries?: Record<string, unknown>
  getter?: () => z.ZodType
}

const MAX_DEPTH = 6
const NASTY_TEXTS = [
  '', ' ', '\0', '\uFFFF', '\uD800', '__proto__', 'constructor', '../../etc/passwd', '-rf', '${x}', '%00', '\u202E', '[secret 1]',
  'a'.repeat(5_000), '[[[['.repeat(500), '{"a":'.repeat(300),
] // prettier-ignore
const NASTY_NUMBERS = [0, -0, -1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY]

const text: Any = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(...NASTY_TEXTS))
const number: Any = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(...NASTY_NUMBERS))

/** Values of the shape that a schema has; what it says beyond that they need not keep. */
function shaped(schema: z.ZodType, depth = 0): Any {
  const def = schema.def as unknown as Definition
  const of = (inner: z.ZodType | undefined): Any =>
    inner && depth < MAX_DEPTH ? shaped(inner, depth + 1) : fc.anything({ maxDepth: 1 })
  switch (def.type) {
    case 'string':
      return text
    case 'number':
    case 'int':
      return number
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'literal':
      return fc.constantFrom(...(def.values ?? []))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'array':
      return fc.array(of(def.element), { maxLength: 4 })
    case 'tuple':
      return fc.tuple(...(def.items ?? []).map(of))
    case 'record':
      return fc.dictionary(fc.string(), of(def.valueType), { maxKeys: 4 })
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(def.shape ?? {}).map(([key, one]) => [key, of(one)])),
      )
    case 'union':
      return fc.oneof(...(def.options ?? []).map(of))
    case 'nullable':
      return fc.oneof(of(def.innerType), fc.constant(null))
    case 'optional':
    case 'default':
    case 'prefault':
    case 'catch':
      return fc.oneof(of(def.innerType), fc.constant(undefined))
    case 'readonly':
    case 'nonoptional':
      return of(def.innerType)
    case 'pipe':
      return of(def.in)
    case 'lazy':
      return of(def.getter?.())
    default:
      return fc.anything({ maxDepth: 2 })
  }
}

/** Changes one place of a value, chosen by `at`. */
function changed(value: unknown, at: number, to: unknown): unknown {
  if (typeof value !== 'object' || value === null) return to
  const keys = Object.keys(value)
  const key = keys[at % Math.max(1, keys.length)]
  if (key === undefined || at % 5 === 0) return to
  const inner = (value as Record<string, unknown>)[key]
  const next = changed(inner, Math.floor(at / 7), to)
  return Array.isArray(value) ? value.with(Number(key), next) : { ...value, [key]: next }
}

export const wild = (schema: z.ZodType): Any => {
  const fitting = shaped(schema)
  const mutated = fc
    .tuple(fitting, fc.nat(), fc.anything({ maxDepth: 2 }))
    .map(([value, at, to]) => changed(value, at, to))
  return fc.oneof({ arbitrary: fitting, weight: 3 }, { arbitrary: mutated, weight: 3 }, fc.anything())
}

const json = (value: unknown): string => {
  try {
    return (
      JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? String(item) : item)) ?? ''
    )
  } catch {
    return ''
  }
}

/** The same as text: whole, cut, with a character changed, or no JSON at all. */
export const wildText = (schema: z.ZodType): fc.Arbitrary<string> =>
  fc.oneof(
    { arbitrary: wild(schema).map(json), weight: 3 },
    fc.tuple(wild(schema).map(json), fc.nat()).map(([whole, at]) => whole.slice(0, at % (whole.length + 1))),
    fc
      .tuple(wild(schema).map(json), fc.nat(), fc.string({ unit: 'binary', maxLength: 3 }))
      .map(([whole, at, piece]) => {
        const place = at % (whole.length + 1)
        return `${whole.slice(0, place)}${piece}${whole.slice(place + 1)}`
      }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...NASTY_TEXTS),
  )
