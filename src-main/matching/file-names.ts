// Tells which files and types of file a text names: “letter.txt” stands in “letter.txt - Editor”, not in “letter.txt.odt” or “newsletter.txt”.

/** Tells whether `title` has the name of a file that is no part of a longer one. */
export function namesFile(title: string, file: string): boolean {
  if (file === '') return false
  for (let at = title.indexOf(file); at >= 0; at = title.indexOf(file, at + 1)) {
    const [before, after] = [title.slice(0, at), title.slice(at + file.length)]
    if (!/[\p{L}\p{N}_.-]$/u.test(before) && !/^\.?[\p{L}\p{N}_-]/u.test(after)) return true
  }
  return false
}

/** Lists the extensions that a type of file names, in lower case: `csv` for “Text (*.csv)”, `odt` and `ott` for “OpenDocument (.odt, .ott)”. */
export const typesNamed = (text: string): string[] =>
  [...text.toLowerCase().matchAll(/(?<![\p{L}\p{N}])\*?\.([\p{L}\p{N}]{1,8})(?![\p{L}\p{N}.])/gu)].map(
    ([, type = '']) => type,
  )
