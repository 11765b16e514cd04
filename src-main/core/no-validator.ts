// Replaces the validator of the MCP SDK in links where it has nothing to check, or would check foreign schemas in this process.
import type { JsonSchemaValidatorResult, jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation'

/**
 * The SDK makes a validator for each client and server, which costs some milliseconds before it has anything to check. Deskhand
 * checks calls itself, where that can't block.
 */
export const NO_VALIDATOR: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (data: unknown): JsonSchemaValidatorResult<T> => ({
      valid: true,
      data: data as T,
      errorMessage: undefined,
    }),
}
