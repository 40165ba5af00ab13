type Findable = { name: string; words?: string; isForWriters?: true }

/** Those that hold every word that is typed: names that begin so first, then names, then other words. */
export function findEntries<Entry extends Findable>(
  entries: readonly Entry[],
  text: string,
  { mayWrite }: { mayWrite: boolean },
): Entry[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean)
  return entries
    .filter(({ isForWriters }) => mayWrite || isForWriters !== true)
    .map((entry, index) => ({ entry, index, rank: rankOf(entry, typed) }))
    .filter(({ rank }) => rank !== null)
    .toSorted((left, right) => (left.rank ?? 0) - (right.rank ?? 0) || left.index - right.index)
    .map(({ entry }) => entry)
}

function rankOf({ name, words = '' }: Findable, typed: readonly string[]): number | null {
  const folded = name.toLowerCase()
  const [first = ''] = typed
  if (typed.every((word) => folded.includes(word))) return folded.startsWith(first) ? 0 : 1
  return typed.every((word) => folded.includes(word) || words.includes(word)) ? 2 : null
}

/** A name in parts, those that were typed marked. */
export function markMatches(name: string, text: string): { part: string; isMatch: boolean }[] {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean)
  const folded = name.toLowerCase()
  // Letters whose small form has another length would shift the marks.
  if (typed.length === 0 || folded.length !== name.length) return [{ part: name, isMatch: false }]
  const marks = Array.from({ length: name.length }, () => false)
  for (const word of typed) {
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) {
      marks.fill(true, at, at + word.length)
    }
  }
  const parts: { part: string; isMatch: boolean }[] = []
  for (const [index, isMatch] of marks.entries()) {
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.part += name[index] ?? ''
    else parts.push({ part: name[index] ?? '', isMatch })
  }
  return parts
}
