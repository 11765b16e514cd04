// Reads the fields of the settings from the schema of config.yaml: a key that is added there is a field here.
import { z } from 'zod'
import { configSchema, mcpServerConfigSchema, modelConfigSchema } from '../../src-preload/contract/config.ts'

export type FieldShape =
  | { kind: 'switch' }
  | { kind: 'choice'; options: readonly string[] }
  | { kind: 'number'; integer: boolean; min: number | null; max: number | null }
  | { kind: 'text'; address: boolean }
  /** Texts, one after the other. */
  | { kind: 'list' }
  /** Entries under names of their own (a model per role, a price per model): each has an editor of its own. */
  | { kind: 'entries' }

export interface Field {
  /** `['system', 'max_step']`. */
  path: readonly string[]
  /** `system.max_step`, as config.yaml and the terminal name it. */
  key: string
  shape: FieldShape
  /** Whether the value may be empty: null in the file. */
  nullable: boolean
}

interface JSONSchema {
  type?: string | string[]
  properties?: Record<string, JSONSchema>
  additionalProperties?: JSONSchema | boolean
  anyOf?: JSONSchema[]
  enum?: string[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  format?: string
}

const schemaOf = (schema: z.ZodType): JSONSchema => z.toJSONSchema(schema, { io: 'input' }) as JSONSchema

/** Returns every field below this schema, in its order. Throws Error on a shape that no editor knows. */
export function fieldsOf(schema: z.ZodType): Field[] {
  return collect(schemaOf(schema), [])
}

function collect(schema: JSONSchema, path: readonly string[]): Field[] {
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([name, inner]) => collect(inner, [...path, name]))
  }
  const { plain, nullable } = withoutNull(schema)
  const shape = shapeOf(plain)
  if (shape === null) throw new Error(`No editor knows the shape of ${path.join('.')}.`)
  return [{ path, key: path.join('.'), shape, nullable }]
}

function withoutNull(schema: JSONSchema): { plain: JSONSchema; nullable: boolean } {
  if (schema.anyOf !== undefined) {
    const plain = schema.anyOf.find((option) => option.type !== 'null')
    return { plain: plain ?? {}, nullable: schema.anyOf.some((option) => option.type === 'null') }
  }
  if (!Array.isArray(schema.type)) return { plain: schema, nullable: false }
  const type = schema.type.find((name) => name !== 'null') ?? 'null'
  return { plain: { ...schema, type }, nullable: schema.type.includes('null') }
}

function shapeOf(schema: JSONSchema): FieldShape | null {
  if (schema.enum !== undefined) return { kind: 'choice', options: schema.enum }
  switch (schema.type) {
    case 'boolean':
      return { kind: 'switch' }
    case 'integer':
    case 'number':
      return {
        kind: 'number',
        integer: schema.type === 'integer',
        min: schema.minimum ?? schema.exclusiveMinimum ?? null,
        // Every integer in JSON Schema has the limit 2⁵³−1 by default, which is no limit of a setting.
        max: schema.maximum === Number.MAX_SAFE_INTEGER ? null : (schema.maximum ?? null),
      }
    case 'string':
      return { kind: 'text', address: schema.format === 'uri' }
    case 'array':
      return { kind: 'list' }
    case 'object':
      return { kind: 'entries' }
    default:
      return null
  }
}

export const CONFIG_FIELDS: readonly Field[] = fieldsOf(configSchema)
/** The fields of one model, relative to `models.ROLE`. */
export const MODEL_FIELDS: readonly Field[] = fieldsOf(modelConfigSchema)
/** The fields of one MCP server. */
export const SERVER_FIELDS: readonly Field[] = fieldsOf(mcpServerConfigSchema)

/** Where a setting stands in the file. */
export type Path = readonly (string | number)[]

/** Returns the value at this path; undefined where there is none. */
export function valueAt(values: unknown, path: Path): unknown {
  let value = values
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string | number, unknown>)[part]
  }
  return value
}

/** Writes a value as the text of a line; empty for none. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Returns the value typed into a field of numbers or texts; an unreadable number stays as typed, so that the program refuses it with a
 * reason.
 */
export function typedValue(field: Pick<Field, 'shape' | 'nullable'>, typed: string): unknown {
  const text = typed.trim()
  if (text === '' && field.nullable) return null
  if (field.shape.kind !== 'number') return text
  const number = Number(text)
  return text === '' || Number.isNaN(number) ? text : number
}
