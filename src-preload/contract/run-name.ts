// Says which names runs have: those that are there are names of folders, those that a person gives become one.
// Without schemas, for who only checks a name.

export const LONGEST_NAME = 200

/** What a given name must fit, and what is said of one that does not: it looks like no option and leads to no other folder. */
export const GIVEN_NAME_RULES: readonly (readonly [RegExp, string])[] = [
  [/^[^-.]/, 'A name begins with a letter or a digit: “-” looks like an option, “.” hides a file.'],
  // oxlint-disable-next-line no-control-regex -- they are what a name must not have
  [/^[^/\\\u0000-\u001f]+$/, 'A name has no “/” and no “\\” in it: it leads to no other folder.'],
  [new RegExp(`^[^]{1,${LONGEST_NAME}}$`), `A name has at most ${LONGEST_NAME} characters.`],
]

/** What is wrong with a name that a person gives, null for nothing. */
export const givenNameFault = (name: string): string | null =>
  GIVEN_NAME_RULES.find(([rule]) => !rule.test(name))?.[1] ?? null
