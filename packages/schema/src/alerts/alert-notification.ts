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
    due: moment('When the run that decided was due; for a reminder, that of the alert it repeats.'),
    started: moment('When it began.'),
    judged: moment('When its verdict was there.'),
    written: moment('When the notification was written down, to be sent.'),
    firstTry: moment('When it was first tried.'),
    accepted: moment('When the receiver took it.'),
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
        'ALERT: of a check. DIGEST: stands for alerts that were too many. NOTICE: about the service itself, such as ' +
        'a channel that takes nothing. MAIL: to a subscriber of a status page.',
    }),
    title: Type.String({ description: 'The first thing that whoever gets it reads.' }),
    alertType: Nullable(OneOf(alertTypes), { description: 'Null unless it is an ALERT.' }),
    checkName: Nullable(Type.String(), {
      description: 'Of the check, when the alert was raised. Null unless it is an ALERT.',
    }),
    target: Nullable(Type.String(), {
      description: 'The address, or the Slack channel. Null where the channel has only one.',
    }),
    tries: Type.Integer({ description: 'Begun so far.' }),
    waitsFor: Nullable(OneOf(waits), {
      description:
        'NEXT_TRY: until `nextTryAt`. ANSWER: a try is under way. EARLIER_NOTIFICATION: the one before it, of the ' +
        'same check to the same target, has not ended. DIGEST: it goes out with one. Null: it has ended.',
    }),
    nextTryAt: moment('Null unless it waits for that.'),
    digestId: Nullable(Uuid(), { description: 'The notification with which this one went out, or will.' }),
    alertConfig: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Of the channel when this was written, its secrets masked.',
    }),
    notificationResult: Nullable(Type.String(), { description: 'What the receiver answered last.' }),
    timestamp: Nullable(Timestamp(), { description: 'Of the last try.' }),
    checkType: Type.Optional(OneOf(checkTypeNames)),
    checkId: Type.Optional(
      Uuid({ description: 'Left out, like all that belongs to a check, for tests, digests and notices.' }),
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
  from: Type.Optional(DateFilter('Written at or after')),
  to: Type.Optional(DateFilter('Written before')),
  alertChannelId: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  hasFailures: Type.Optional(Type.Boolean({ description: 'true: only those with the status FAILURE.' })),
})
