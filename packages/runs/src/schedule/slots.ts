import { hash } from 'node:crypto'
import { hourMs, minuteMs, secondMs } from '@sonde/ground/durations.ts'

/** When a check is due: every `k * periodMs + phaseMs` since the Unix epoch, so that nothing ever drifts. */
export type Slots = {
  periodMs: number
  phaseMs: number
  /** The part of the phase that the check's id chooses: programs up to 0.6 began at the beginning of the window. */
  spreadMs: number
}

/**
 * Null for a check without a schedule of its own. The offset chooses a window of the period and the id a second of the
 * window, so that no second has many more checks than another. All slots lie on whole seconds.
 */
export function slotsOf(check: {
  id: string
  frequency: number | null
  frequencyOffset: number | null
}): Slots | null {
  const { id, frequency, frequencyOffset } = check
  if (frequency === null) return null
  if (frequency === 0) {
    if (frequencyOffset === null) return null
    const periodMs = frequencyOffset * secondMs
    return { periodMs, phaseMs: (numberFrom(id) % frequencyOffset) * secondMs, spreadMs: 0 }
  }
  const periodMs = frequency * minuteMs
  const windowMs = frequency <= 60 ? 6 * secondMs : hourMs
  const spreadMs = (numberFrom(id) % (windowMs / secondMs)) * secondMs
  const windowAtMs = ((frequencyOffset ?? 0) * windowMs) % periodMs
  return { periodMs, phaseMs: windowAtMs + spreadMs, spreadMs }
}

/** The same for the same check on every server, and spread evenly over all checks. */
function numberFrom(id: string): number {
  return Number.parseInt(hash('sha1', id, 'hex').slice(0, 8), 16)
}

export function firstSlotAfter(
  { periodMs, phaseMs }: Pick<Slots, 'periodMs' | 'phaseMs'>,
  at: number,
): number {
  return (Math.floor((at - phaseMs) / periodMs) + 1) * periodMs + phaseMs
}

/** The last slot at or before a moment. */
export function lastSlotUpTo(slots: Pick<Slots, 'periodMs' | 'phaseMs'>, at: number): number {
  return firstSlotAfter(slots, at) - slots.periodMs
}

/** How many slots lie in (after, until]. */
export function countSlots(
  { periodMs, phaseMs }: Pick<Slots, 'periodMs' | 'phaseMs'>,
  after: number,
  until: number,
): number {
  return Math.max(0, Math.floor((until - phaseMs) / periodMs) - Math.floor((after - phaseMs) / periodMs))
}
