/** What a mark says: by a sign and a word as well as by a colour. */
export type MarkWords = { word: string; sign: string; look: string }

/** The words of a table of marks, for a choice in a form. */
export function optionsOf(words: Readonly<Record<string, MarkWords>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(words).map(([name, { word }]) => [name, word]))
}
