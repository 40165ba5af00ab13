import { hash } from 'node:crypto'
import { hourMs, minuteMs, secondMs } from '@sonde/ground/durations.ts'

/** When a check is due: every `k * periodMs + phaseMs` since the Unix epoch, so that nothing ever drifts. */
export type Slots = { periodMs: number; phaseMs: number }

/** Null for a check without a schedule of its own. All slots lie on whole seconds. */
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
    return { periodMs, phaseMs: (numberFrom(id) % frequencyOffset) * secondMs }
  }
  const periodMs = frequency * minuteMs
  const stepMs = frequency <= 60 ? 6 * secondMs : hourMs
  return { periodMs, phaseMs: ((frequencyOffset ?? 0) * stepMs) % periodMs }
}

/** The same for the same check on every server, and spread evenly over all checks. */
function numberFrom(id: string): number {
  return Number.parseInt(hash('sha1', id, 'hex').slice(0, 8), 16)
}

export function firstSlotAfter({ periodMs, phaseMs }: Slots, at: number): number {
  return (Math.floor((at - phaseMs) / periodMs) + 1) * periodMs + phaseMs
}

/** How many slots lie in (after, until]. */
export function countSlots({ periodMs, phaseMs }: Slots, after: number, until: number): number {
  return Math.max(0, Math.floor((until - phaseMs) / periodMs) - Math.floor((after - phaseMs) / periodMs))
}
