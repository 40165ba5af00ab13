/** Parts of a text, from `start` to before `end`. */
export type Range = { start: number; end: number }

/** Collects parts that may overlap; each finder adds its own in the order of their starts. */
export type Ranges = { add(start: number, end: number): void }

/** Parts found by one finder; those that overlap are one. */
export function createRangeList(): Ranges & { readonly list: readonly Range[] } {
  const list: Range[] = []
  let last: Range | null = null
  return {
    list,
    add(start, end) {
      if (last !== null && start <= last.end) {
        last.end = Math.max(last.end, end)
      } else {
        last = { start, end }
        list.push(last)
      }
    },
  }
}

/** The text with each part, or each group of parts that overlap, written as `replacement`. */
export function replaceRanges(text: string, found: readonly Range[], replacement: string): string {
  const merged = createRangeList()
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) merged.add(start, end)
  const pieces: string[] = []
  let from = 0
  for (const { start, end } of merged.list) {
    pieces.push(text.slice(from, start), replacement)
    from = end
  }
  pieces.push(text.slice(from))
  return pieces.join('')
}
