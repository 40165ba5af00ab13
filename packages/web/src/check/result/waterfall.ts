/** One part of a run. `startMs` counts from the beginning of the attempt. */
export type Phase = { label: string; startMs: number; lengthMs: number }

/** Parts that follow each other without a gap; those that were not reached are left out. */
export function inSequence(
  parts: readonly (readonly [label: string, ms: number | null | undefined])[],
): Phase[] {
  let startMs = 0
  return parts.flatMap(([label, ms]) => {
    if (ms === null || ms === undefined) return []
    const phase = { label, startMs, lengthMs: ms }
    startMs += ms
    return [phase]
  })
}

/** Where a bar begins and how long it is, in percent of the whole. A part that took no time is still to be seen. */
export function barOf({ startMs, lengthMs }: Phase, totalMs: number): { left: number; width: number } {
  const least = 0.5
  if (totalMs <= 0) return { left: 0, width: least }
  const left = Math.min(100 - least, (startMs / totalMs) * 100)
  return { left, width: Math.min(100 - left, Math.max(least, (lengthMs / totalMs) * 100)) }
}
