import { Type, type Static } from 'typebox'
import { alertTypes, notificationStatuses } from './alert.ts'
import { channelTypes } from './channels/channel-kinds.ts'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { checkTypeNames } from '../check-types/check-type.ts'
import { DateFilter } from '../validation/date-filter.ts'
import { PageQuery } from '../validation/page.ts'

const kinds = ['ALERT', 'DIGEST', 'NOTICE', 'MAIL'] as const
const waits = ['NEXT_TRY', 'ANSWER', 'EARLIER_NOTIFICATION', 'DIGEST'] as const

const moment = (description: string) => Nullable(Timestamp(), { description })

/** How long it took from the moment at which a check was due until somebody could know. */
const Timings = component(
  'AlertNotificationTimings',
  Type.Object({
    due: moment(
      'When the run that caused the alert was due; for a reminder, the run of the alert it repeats.',
    ),
    started: moment('When that run started.'),
    judged: moment('When its verdict was known.'),
    written: moment('When the notification was stored for sending.'),
    firstTry: moment('Time of the first attempt.'),
    accepted: moment('When the receiver accepted it.'),
  }),
)

export const AlertNotification = component(
  'AlertNotification',
  Type.Object({
    id: Uuid(),
    type: OneOf(channelTypes),
    status: OneOf(notificationStatuses, {
      description: 'RATE_LIMITED: too many at once, sent together in one digest.',
    }),
    kind: OneOf(kinds, {
      description:
        'ALERT: of a check. DIGEST: replaces alerts over the limit. NOTICE: about the service itself, such as ' +
        'a failing channel. MAIL: to a subscriber of a status page.',
    }),
    title: Type.String({ description: 'Title or subject of the message.' }),
    alertType: Nullable(OneOf(alertTypes), { description: 'Null unless it is an ALERT.' }),
    checkName: Nullable(Type.String(), {
      description: 'Of the check, when the alert was raised. Null unless it is an ALERT.',
    }),
    target: Nullable(Type.String(), {
      description: 'The address, or the Slack channel. Null where the channel has only one.',
    }),
    tries: Type.Integer({ description: 'Attempts so far.' }),
    waitsFor: Nullable(OneOf(waits), {
      description:
        'NEXT_TRY: until `nextTryAt`. ANSWER: an attempt is in progress. EARLIER_NOTIFICATION: the previous one, of the ' +
        'same check to the same target, has not ended. DIGEST: it is sent with a digest. Null: it has ended.',
    }),
    nextTryAt: moment('Null unless it waits for that.'),
    digestId: Nullable(Uuid(), {
      description: 'The digest with which this notification was or will be sent.',
    }),
    alertConfig: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Configuration of the channel at that time, with secrets masked.',
    }),
    notificationResult: Nullable(Type.String(), { description: 'The last response of the receiver.' }),
    timestamp: Nullable(Timestamp(), { description: 'Of the last try.' }),
    checkType: Type.Optional(OneOf(checkTypeNames)),
    checkId: Type.Optional(
      Uuid({ description: 'Omitted, like everything about a check, for tests, digests and notices.' }),
    ),
    checkAlertId: Type.Optional(Uuid()),
    alertChannelId: Type.Optional(Type.Integer()),
    checkResultId: Type.Optional(Uuid()),
    timings: Timings,
  }),
)
export type AlertNotification = Static<typeof AlertNotification>

export const AlertNotificationList = component('AlertNotificationList', Type.Array(AlertNotification))

export const AlertNotificationsQuery = Type.Object({
  ...PageQuery.properties,
  from: Type.Optional(DateFilter('Created at or after')),
  to: Type.Optional(DateFilter('Created before')),
  alertChannelId: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  hasFailures: Type.Optional(Type.Boolean({ description: 'true: only those with the status FAILURE.' })),
})
