// What could not be found or done as the worker wants it, in words for the model that wrote it.
export class GroundFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'GroundFault'
  }
}
