/** When something was written that was written before: grows with every accepted write, also when the clock does not. */
export function laterThan(
  { updatedAt, createdAt }: { updatedAt: number | null; createdAt: number },
  at: number,
): number {
  return Math.max(at, (updatedAt ?? createdAt) + 1)
}
