// Says what could not be found or done as the worker wants it, in words for the model that wrote it.
export class GroundFault extends Error {
  /** True when several things match equally well, so that searching elsewhere would be a guess. */
  readonly ambiguous: boolean
  constructor(message: string, { ambiguous = false } = {}) {
    super(message)
    this.name = 'GroundFault'
    this.ambiguous = ambiguous
  }
}
