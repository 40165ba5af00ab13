/** From `startAt` to before `endAt`, in milliseconds. */
export type Interval = { startAt: number; endAt: number }

/** The same moments as disjoint intervals in order; empty ones are left out. */
export function unionOf(intervals: readonly Interval[]): Interval[] {
  const union: Interval[] = []
  const inOrder = intervals
    .filter(({ startAt, endAt }) => startAt < endAt)
    .toSorted((a, b) => a.startAt - b.startAt)
  for (const { startAt, endAt } of inOrder) {
    const last = union.at(-1)
    if (last === undefined || startAt > last.endAt) union.push({ startAt, endAt })
    else last.endAt = Math.max(last.endAt, endAt)
  }
  return union
}

/** What of the intervals lies inside another. */
export function clipTo({ startAt, endAt }: Interval, intervals: readonly Interval[]): Interval[] {
  return intervals
    .map((each) => ({ startAt: Math.max(startAt, each.startAt), endAt: Math.min(endAt, each.endAt) }))
    .filter((each) => each.startAt < each.endAt)
}

/** How long the moments last that are in one of `counted` and in none of `excepted`. */
export function lengthWithout(intervals: readonly Interval[], excepted: readonly Interval[]): number {
  const all = unionOf(intervals)
  const away = unionOf(excepted)
  let length = 0
  let next = 0
  for (const { startAt, endAt } of all) {
    length += endAt - startAt
    while ((away[next]?.endAt ?? Infinity) <= startAt) next += 1
    // One exception may reach into several of the counted intervals.
    for (let at = next; at < away.length; at += 1) {
      const exception = away[at]
      if (exception === undefined || exception.startAt >= endAt) break
      length -= Math.min(endAt, exception.endAt) - Math.max(startAt, exception.startAt)
    }
  }
  return length
}
