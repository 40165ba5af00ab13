import type { TryEnd } from './delivery.ts'
import type { RecordedOutcome } from './record-try-outcome.ts'

/** What this program has done since it was started. */
export type DeliveryStats = {
  delivered: number
  /** Tries that failed and are made again. */
  retried: number
  givenUp: number
}

export const noDeliveries: DeliveryStats = { delivered: 0, retried: 0, givenUp: 0 }

export function countOutcome(stats: DeliveryStats, end: TryEnd, { kind }: RecordedOutcome): DeliveryStats {
  return {
    delivered: stats.delivered + Number(kind === 'sent'),
    retried: stats.retried + Number(kind === 'waits' && end.kind === 'try-again'),
    givenUp: stats.givenUp + Number(kind === 'given-up'),
  }
}
