import type { Logger } from '@sonde/ground/logger.ts'
import { headlineOf } from '@sonde/schema/check-types/headline.ts'
import type { ClaimedNotification } from '@sonde/store/notifications/notification-claims.ts'
import type { NoticeReach } from './channel-trouble.ts'
import type { TryEnd } from './delivery.ts'
import type { RecordedOutcome } from './record-try-outcome.ts'
import { quickTries } from './try-schedule.ts'

/** One line for what became of a row, and one for whom a notice about its channel reaches. */
export function logOutcome(
  log: Logger,
  claimed: ClaimedNotification,
  { result }: TryEnd,
  outcome: RecordedOutcome,
): void {
  const fields = {
    id: claimed.id,
    channel: claimed.channelId,
    type: claimed.channelType,
    tries: claimed.tries,
    title: headlineOf(claimed.event).title,
  }
  switch (outcome.kind) {
    case 'sent':
      return log.debug(fields, 'sent an alert')
    case 'waits':
      log.info({ ...fields, result }, 'an alert could not be delivered; retrying')
      if (outcome.reach === 'somebody' || claimed.tries <= quickTries) logReach(log, claimed, outcome.reach)
      return
    case 'lost':
      return log.warn(fields, 'another server took over an alert while it was being sent')
    case 'given-up':
      log.error({ ...fields, result }, 'an alert could not be delivered, and is not retried')
      return logReach(log, claimed, outcome.reach)
    default:
      outcome satisfies never
  }
}

function logReach(log: Logger, { channelId, event }: ClaimedNotification, reach: NoticeReach): void {
  const fields = { channel: channelId, title: headlineOf(event).title }
  if (reach === 'somebody')
    log.warn(fields, 'alerts no longer reach a channel: the other channels are notified')
  if (reach !== 'nobody') return
  if (event.kind === 'notice') return log.error(fields, 'a notice could not be delivered to anybody')
  log.error(fields, 'alerts no longer reach a channel, and there is no other channel to notify')
}
