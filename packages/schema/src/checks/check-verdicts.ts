import { Type, type Static } from 'typebox'
import { Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { DateFilter } from '../validation/date-filter.ts'

/** More than a screen is wide, and few enough to be sent at once. */
export const mostVerdictSpans = 1000
/** Shorter spans are counted from the results themselves. */
export const longestFineWindowHours = 25

export const CheckVerdictsQuery = Type.Object({
  from: Type.Optional(DateFilter('Began at or after; a day before `to` when omitted')),
  to: Type.Optional(DateFilter('Began before; now when omitted')),
  intervalMinutes: Type.Integer({
    minimum: 1,
    maximum: 43_200,
    default: 60,
    description:
      `Minutes for each span. Whole hours, or less than one where the window is at most ${longestFineWindowHours} hours; ` +
      `at most ${mostVerdictSpans} spans.`,
  }),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

const VerdictSpan = component(
  'VerdictSpan',
  Type.Object({
    startsAt: Timestamp(),
    passed: count('Of a heartbeat, pings.'),
    degraded: count('Reached, but slower or with more loss than a limit allows.'),
    failed: count('Of a heartbeat, pings that did not come.'),
    withheld: count('Runs that could not look, by our own trouble. They are not part of `runs`.'),
  }),
)
export type VerdictSpan = Static<typeof VerdictSpan>

export const CheckVerdicts = component(
  'CheckVerdicts',
  Type.Object({
    checkId: Uuid(),
    from: Timestamp({ description: 'With spans of whole hours, the full hour.' }),
    to: Timestamp(),
    intervalMinutes: Type.Integer(),
    runs: count('That gave a verdict.'),
    failed: count('Of them.'),
    spans: Type.Array(VerdictSpan, {
      description:
        'Oldest first, each beginning at a multiple of the interval. Spans without any result are missing.',
    }),
  }),
)
export type CheckVerdicts = Static<typeof CheckVerdicts>
