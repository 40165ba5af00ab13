import { Type, type Static } from 'typebox'
import { alertTypes } from './alert.ts'
import { NobodyNotified } from './nobody-notified.ts'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { checkTypeNames } from '../check-types/check-type.ts'
import { DateFilter } from '../validation/date-filter.ts'
import { PageQuery } from '../validation/page.ts'

export const CheckAlert = component(
  'CheckAlert',
  Type.Object({
    id: Uuid(),
    name: Type.String({ description: 'Of the check, when the alert was raised.' }),
    checkId: Uuid(),
    alertType: OneOf(alertTypes),
    isReminder: Type.Boolean({ description: 'true: a reminder of an earlier alert.' }),
    reminderSequence: Type.Integer({ description: '0: the alert itself. 1: its first reminder.' }),
    episodeId: Uuid({
      description: 'Shared by all alerts of one outage: from the first problem to the recovery.',
    }),
    checkType: OneOf(checkTypeNames),
    runLocation: Type.Optional(
      Type.String({ description: 'Code of a data center or slug of a private location.' }),
    ),
    responseTime: Type.Optional(
      Type.Number({ description: 'Milliseconds. Omitted if nothing was measured.' }),
    ),
    error: Nullable(Type.String()),
    statusCode: Nullable(Type.String()),
    nobodyNotified: Nullable(NobodyNotified, {
      description: 'Why it was sent to nobody. Null if it was sent, and for alerts from before 0.7.0.',
    }),
    created_at: Timestamp({ description: 'When the alert was raised.' }),
    startedAt: Timestamp({ description: 'When the run that caused it started.' }),
  }),
)
export type CheckAlert = Static<typeof CheckAlert>

export const CheckAlertList = component('CheckAlertList', Type.Array(CheckAlert))

export const CheckAlertsQuery = Type.Object({
  ...PageQuery.properties,
  from: Type.Optional(DateFilter('Raised at or after')),
  to: Type.Optional(DateFilter('Raised before')),
})

export const CheckAlertsParams = Type.Object({ checkId: Uuid() })
