import { secondMs } from '@sonde/ground/durations.ts'

/** A clock that loses as much between two looks was set back. */
const smallestStepBackMs = 5 * secondMs

/** By how much a clock was set back, told by how far it was ahead of one that nobody sets; null when it was not. */
export function stepBackMs(aheadBeforeMs: number, aheadMs: number): number | null {
  const stepMs = aheadBeforeMs - aheadMs
  return stepMs > smallestStepBackMs ? stepMs : null
}
