/** How long after its end a result is news, whatever the clocks say. */
const freshMs = 5_000

/** Late and older than what counted last: it says nothing about now. */
export function isLate(
  { ageMs, completedAt }: { ageMs: number; completedAt: number },
  lastAt: number | null | undefined,
): boolean {
  return ageMs > freshMs && lastAt !== undefined && lastAt !== null && completedAt < lastAt
}
