import { setTimeout as delay } from 'node:timers/promises'
import { secondMs } from '@sonde/ground/durations.ts'
import type { Logger } from '@sonde/ground/logger.ts'
import type { ClaimedNotification } from '@sonde/store/notifications/notification-claims.ts'
import type { TryEnd } from './delivery.ts'
import type { RecordedOutcome } from './record-try-outcome.ts'

const firstWaitMs = 250
const longestWaitMs = 5 * secondMs

/**
 * A message that was sent and not written down is sent again: so `record` is called until it succeeds or the
 * program ends, which gives null.
 */
export async function recordUntilWritten(
  { id }: ClaimedNotification,
  { kind }: TryEnd,
  { record, log, stopping }: { record(): Promise<RecordedOutcome>; log: Logger; stopping: AbortSignal },
): Promise<RecordedOutcome | null> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      return await record()
    } catch (error) {
      const fields = { err: error, id, end: kind }
      if (stopping.aborted) {
        log.error(fields, 'could not record the delivery result of an alert')
        return null
      }
      if (waitMs === firstWaitMs)
        log.warn(fields, 'the delivery result of an alert is not recorded yet; retrying')
    }
    await delay(waitMs, undefined, { signal: stopping }).catch(() => undefined)
  }
}
