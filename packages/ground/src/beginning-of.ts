/** At most so many characters of a text, and no half of one: some take two units. */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(most))
  return text.slice(0, isSplit ? most - 1 : most)
}
