// Checks arguments of a tool by its schema, and names what is wrong with them.
import type { JsonSchemaValidator } from '@modelcontextprotocol/sdk/validation'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'

/** Compiles the schema at the first call. A schema that can't be compiled or used is left to the server to enforce. */
export function argumentCheck(
  schema: Record<string, unknown>,
): (parameters: Record<string, unknown>) => string | null {
  let validate: JsonSchemaValidator<unknown> | null = null
  const compile = (): JsonSchemaValidator<unknown> => {
    try {
      const { $id: _id, $schema: _draft, ...anonymous } = schema
      return new AjvJsonSchemaValidator().getValidator(asDraft7(anonymous) as Record<string, unknown>)
    } catch {
      return (data) => ({ valid: true, data, errorMessage: undefined })
    }
  }
  const known = Object.keys((schema['properties'] as Record<string, unknown> | undefined) ?? {})
  return (parameters) => {
    validate ??= compile()
    const checked = attempt(() => validate?.(parameters))
    if (!checked || checked.valid) return null
    const unknown =
      schema['additionalProperties'] === false
        ? Object.keys(parameters).filter((name) => !known.includes(name))
        : []
    const faults = checked.errorMessage
      .split(', data')
      .map((fault) => fault.replace(/^data/, ''))
      .filter((fault) => !(unknown.length > 0 && fault.includes('additional properties')))
      .map((fault) => fault.replace(/^\/(\S+)/, '"$1"').trim())
    faults.push(
      ...unknown.map(
        (name) => `"${name}" is not one of its arguments (${known.join(', ') || 'it has none'})`,
      ),
    )
    return `${[...new Set(faults)].join('; ')}.`
  }
}

/** Returns null where the check throws: a schema that refers to itself without an end overflows the stack. */
function attempt<T>(check: () => T): T | null {
  try {
    return check()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Converts a schema for the validator, which reads draft 7; today's draft 2020-12 writes tuples in another way. */
function asDraft7(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asDraft7)
  if (typeof schema !== 'object' || schema === null) return schema
  const translated = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, asDraft7(value)]))
  const { prefixItems, items, ...rest } = translated
  if (!Array.isArray(prefixItems)) return translated
  return { ...rest, items: prefixItems, ...(items === undefined ? {} : { additionalItems: items }) }
}
