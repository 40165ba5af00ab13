/** The form in which names are searched: width, composition and case do not matter. Made here, because
 * the two engines fold other letters than the ASCII ones differently. */
export function foldForSearch(text: string): string {
  // Greek writes its sigma differently at the end of a word; the end of a search is not the end of a word.
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ')
}

/** A LIKE pattern, with `\` as its escape character, for everything that contains the text. */
export function containsPattern(text: string): string {
  return `%${foldForSearch(text).replace(/[\\%_]/g, String.raw`\$&`)}%`
}
