// Loads libraries of the system and declares their functions in C. A pointer or handle is a bigint everywhere.
import { createRequire } from 'node:module'
import type koffiModule from 'koffi'

type Library = ReturnType<typeof koffiModule.load>
type NativeFunction = ((...args: unknown[]) => unknown) & {
  async(...args: [...unknown[], (error: Error | null, value: unknown) => void]): void
}

/** Loaded when a desktop is connected, because its native part differs by system. */
let loaded: typeof koffiModule | null = null
export const koffi = (): typeof koffiModule =>
  (loaded ??= createRequire(import.meta.url)('koffi') as typeof koffiModule)

const libraries = new Map<string, Library>()

/** Gives a library, loaded at the first call. */
export function libraryAt(path: string): Library {
  let library = libraries.get(path)
  if (!library) libraries.set(path, (library = koffi().load(path)))
  return library
}

/** Puts a library at the place of another one: what is declared of `path` is found in it. Call it before `path` is first used. */
export const libraryInPlaceOf = (path: string, library: Library): void => void libraries.set(path, library)

function found(library: string, declaration: string): () => NativeFunction {
  let kept: NativeFunction | null = null
  return () => (kept ??= libraryAt(library).func(declaration) as unknown as NativeFunction)
}

/** Declares a function of a library in C and finds it at the first call, so a system that lacks it can still do all else. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The declaration in C is the caller’s, and so is its type.
export function native<F extends (...args: never[]) => unknown>(library: string, declaration: string): F {
  const find = found(library, declaration)
  return ((...args: unknown[]) => find()(...args)) as unknown as F
}

/** Declares a function that runs on another thread, because it may take long. Its arguments must live until it has returned. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- As above.
export function nativeAside<F extends (...args: never[]) => Promise<unknown>>(
  library: string,
  declaration: string,
): F {
  const find = found(library, declaration)
  const call = (...args: unknown[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    find().async(...args, (error, value) => {
      if (error) reject(error)
      else resolve(value)
    })
    return promise
  }
  return call as unknown as F
}

/** Makes a place for a pointer that a function gives back. */
export const pointerPlace = (): BigInt64Array => new BigInt64Array(1)

/** Makes a bigint of a pointer; koffi gives small pointers as numbers. */
export const pointerOf = (value: unknown): bigint => BigInt(value as number | bigint)
