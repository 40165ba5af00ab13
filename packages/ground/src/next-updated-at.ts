/** The time of a new write to something that was written before: it grows with every write, also when the clock does not. */
export function nextUpdatedAt(
  before: { readonly updatedAt: number | null; readonly createdAt: number },
  now: number,
): number {
  return Math.max(now, (before.updatedAt ?? before.createdAt) + 1)
}
