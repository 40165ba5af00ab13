/** Whether one of the texts has all words that were typed, in any case of letters. */
export function matchesSearch(texts: readonly (string | null)[], search: string): boolean {
  const words = search.toLowerCase().split(/\s+/)
  const whole = texts
    .filter((text) => text !== null)
    .join('\n')
    .toLowerCase()
  return words.every((word) => whole.includes(word))
}
