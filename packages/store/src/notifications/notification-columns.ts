import type { AlertEvent } from '@sonde/schema/alerts/alert-event.ts'
import { booleanColumn, jsonColumn, listColumns } from '../engine/column-list.ts'

/** All of the outbox. What each of its readers needs is picked from here. */
export const notificationColumns = listColumns('notifications', {
  /** Grows with every row. */
  no: 'no',
  id: 'id',
  accountId: 'account_id',
  /** Rows of one lane are sent one after the other, in the order in which they were inserted. */
  lane: 'lane',
  /** Null: a mail of the service itself, to `target`. */
  channelId: 'channel_id',
  channelType: 'channel_type',
  /** One address, one Slack channel; null where the channel itself is the target. */
  target: 'target',
  shownConfig: jsonColumn('shown_config'),
  checkId: 'check_id',
  checkType: 'check_type',
  alertId: 'alert_id',
  resultId: 'result_id',
  event: { column: 'event', read: eventIn, write: (event: AlertEvent) => JSON.stringify(event) },
  /** All of the event, for one with a secret in it: `event` is then as much as lists show. */
  sealedEvent: 'sealed_event',
  /** The group whose variables it may use. */
  groupId: 'group_id',
  /**
   * Whether it goes out whatever the budget of its channel. A digest stands for alerts only, and a budget is that of
   * a channel: everything else must be exempt.
   */
  isExempt: booleanColumn('is_exempt'),
  status: 'status',
  /** Whether something is still to be done for it. */
  isOpen: booleanColumn('is_open'),
  /** Begun so far. */
  tries: 'tries',
  nextTryAt: 'next_try_at',
  /** The worker slot of the program that tries it now. */
  claimedBy: 'claimed_by',
  digestId: 'digest_id',
  /** What became of the last try. */
  result: 'result',
  createdAt: 'created_at',
  firstTryAt: 'first_try_at',
  lastTryAt: 'last_try_at',
  endedAt: 'ended_at',
})

/** Safe because the list above is all that writes the column, and it is given an event. */
export function eventIn(text: string): AlertEvent {
  return JSON.parse(text) as AlertEvent
}
