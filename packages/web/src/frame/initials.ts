/** The first letters of the first and the last word of a name, or of what stands in front of the @ of an address. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/)
    .filter((word) => word !== '')
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words
  const letters = chosen.map((word) => [...(word ?? '')][0] ?? '').join('')
  return letters === '' ? '?' : letters.toUpperCase()
}
