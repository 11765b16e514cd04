// Says which names runs have: existing ones are names of folders, and a name that a person gives becomes one. It has no schemas,
// for code that only checks a name.

export const MAX_NAME_LENGTH = 200

/** The rules for a given name, each with the message for a wrong one: it looks like no option and leads to no other folder. */
export const GIVEN_NAME_RULES: readonly (readonly [RegExp, string])[] = [
  [/^[^-.]/, 'A name begins with a letter or a digit: “-” looks like an option, “.” hides a file.'],
  // oxlint-disable-next-line no-control-regex -- they are what a name must not have
  [/^[^/\\\u0000-\u001f]+$/, 'A name has no “/” and no “\\” in it: it leads to no other folder.'],
  [new RegExp(`^[^]{1,${MAX_NAME_LENGTH}}$`), `A name has at most ${MAX_NAME_LENGTH} characters.`],
]

/** Says what is wrong with a given name; null for nothing. */
export const givenNameFault = (name: string): string | null =>
  GIVEN_NAME_RULES.find(([rule]) => !rule.test(name))?.[1] ?? null
