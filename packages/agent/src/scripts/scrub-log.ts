import type { HttpLogEntry } from '@sonde/schema/check-types/api-check-result.ts'
import type { Scrubber } from '@sonde/scrub/scrubber.ts'

const longestText = 10_000

/** Masks secrets also where they are spread over several lines, which are looked at as one text. */
export function scrubEntries(entries: readonly HttpLogEntry[], { text }: Scrubber): HttpLogEntry[] {
  return withMaskedText(entries, text(joinEntries(entries)))
}

export function joinEntries(entries: readonly HttpLogEntry[]): string {
  return entries.map(({ msg }) => msg).join('\n')
}

/** The entries of a log whose joined text was masked. */
export function withMaskedText(entries: readonly HttpLogEntry[], masked: string): HttpLogEntry[] {
  const [first] = entries
  if (first === undefined) return []
  if (masked === joinEntries(entries)) return [...entries]
  const lines = masked.split('\n')
  const counts = entries.map(({ msg }) => msg.split('\n').length)
  if (counts.reduce((sum, count) => sum + count, 0) === lines.length) {
    let from = 0
    return entries.map((entry, index) => {
      const to = from + (counts[index] ?? 1)
      const msg = lines.slice(from, to).join('\n')
      from = to
      return { ...entry, msg }
    })
  }
  // A secret of several lines is one mask: whose line it was cannot be told any more.
  const pieces = Math.ceil(masked.length / longestText)
  return Array.from({ length: pieces }, (_, index) => ({
    ...first,
    msg: masked.slice(index * longestText, (index + 1) * longestText).toWellFormed(),
  }))
}
