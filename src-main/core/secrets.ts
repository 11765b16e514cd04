// Gives the API keys of model services by name. They are never in a log, an event or a prompt.

export interface Secrets {
  /** Gives the secret, or null when there is none of that name. */
  get(name: string): Promise<string | null>
}
