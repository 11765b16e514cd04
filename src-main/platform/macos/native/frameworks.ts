// Names the libraries of macOS that the driver calls, and the structures that their functions take by value.
import { koffi, native, nativeAside } from '../../native/library.ts'

const framework = (name: string): string => `/System/Library/Frameworks/${name}.framework/${name}`

export const LIBRARY = {
  foundation: framework('CoreFoundation'),
  /** Accessibility and the pasteboard are in HIServices, which it contains. */
  services: framework('ApplicationServices'),
  core: framework('CoreServices'),
  graphics: framework('CoreGraphics'),
  kit: framework('IOKit'),
  appKit: framework('AppKit'),
  objc: '/usr/lib/libobjc.A.dylib',
  system: '/usr/lib/libSystem.B.dylib',
} as const
export type LibraryName = keyof typeof LIBRARY

let areDeclared = false

/** CGGeometry.h and CFBase.h: CGFloat is a double and CFIndex a long on each 64-bit system. */
function declareStructures(): void {
  if (areDeclared) return
  areDeclared = true
  const { struct } = koffi()
  struct('CFRange', { location: 'int64_t', length: 'int64_t' })
  const point = struct('CGPoint', { x: 'double', y: 'double' })
  const size = struct('CGSize', { width: 'double', height: 'double' })
  struct('CGRect', { origin: point, size })
}

type Function = (...args: never[]) => unknown

function declaring<F extends Function>(call: F): F {
  const checked = (...args: Parameters<F>) => {
    declareStructures()
    return call(...args)
  }
  return checked as F
}

/** Declares a function of a framework in C. A reference is an `intptr_t`. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- The declaration in C is the caller’s, and so is its type.
export const fn = <F extends Function>(library: LibraryName, declaration: string): F =>
  declaring(native<F>(LIBRARY[library], declaration))

/** The same for a function that asks another program, on another thread. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- As above.
export const asideFn = <F extends (...args: never[]) => Promise<unknown>>(
  library: LibraryName,
  declaration: string,
): F => declaring(nativeAside<F>(LIBRARY[library], declaration))
