/** The entries of a comma list; blanks around them and empty ones do not count. */
export function listEntries(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
