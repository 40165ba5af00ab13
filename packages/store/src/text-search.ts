/** The form in which names are searched: width, composition and case do not matter. Made here, because
 * the two engines fold other letters than the ASCII ones differently. */
export function foldForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

/** A LIKE pattern, with `\` as its escape character, for everything that contains the text. */
export function containsPattern(text: string): string {
  return `%${foldForSearch(text).replace(/[\\%_]/g, String.raw`\$&`)}%`
}
