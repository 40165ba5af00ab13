/** Cut to a length in characters as vendors count them, with a sign that something is missing. */
export function cut(text: string, mostLength: number): string {
  if (text.length <= mostLength) return text
  return `${text
    .slice(0, Math.max(0, mostLength - 3))
    .toWellFormed()
    .replace(/\uFFFD$/, '')}...`
}

/** As many lines as fit into the limit of a vendor; the last one says how many are missing. */
export function boundLines(lines: readonly string[], mostCharacters: number): string[] {
  let left = mostCharacters
  const fitting = lines.findIndex((line) => (left -= line.length + 1) < 0)
  return fitting === -1 ? [...lines] : [...lines.slice(0, fitting), `and ${lines.length - fitting} more`]
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
