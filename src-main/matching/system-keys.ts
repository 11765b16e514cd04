// Writes the keys of shortcuts as each system has them: where others hold Ctrl, macOS holds Cmd.

/** Tells whether this is macOS, by the name of a system as agents get it: `macos 25.1.0`. */
export const isMacOS = (os: string): boolean => /^(?:mac|darwin)/i.test(os)

/** Writes keys that are named with Ctrl (`Ctrl+Shift+S`) for this system. */
export const keysFor = (os: string, keys: string): string =>
  isMacOS(os) ? keys.replaceAll(/\bCtrl\b/g, 'Cmd') : keys
