// Defines the sandbox of a system: it runs a program that sees only what it is given, and reaches no network.

export interface Confined {
  /** The program and its arguments, as they are called inside. */
  words: readonly string[]
  /** Files and folders that it may read. They stand inside at the same paths. Absolute. */
  reads: readonly string[]
  /** Paths below them that it finds empty. */
  masked: readonly string[]
  /** Programs from elsewhere than the system's folders: where each stands inside → where it is. */
  programs: Readonly<Record<string, string>>
  /** The one folder that it may write. It stands inside as `WORK_FOLDER`, and is the working folder. */
  folder: string
  /** What `~` means inside. */
  home: string
  /** The most bytes of address space, and of one file. */
  memory: number
  file: number
}

/** A command line that runs a program in the sandbox. */
export interface ConfinedCommand {
  command: string
  args: string[]
  /** What the command reads from its descriptor 3. */
  filter: Buffer
}

export interface Sandbox {
  /** Says why no program can be run so here, and what to do; null where one can. It tries it, once per process. */
  fault(): Promise<{ detail: string; mend: string } | null>
  command(confined: Confined): ConfinedCommand
  /** Folders that show the system itself: nothing of them is given to a program. */
  readonly ofKernel: readonly string[]
}

export const WORK_FOLDER = '/work'
