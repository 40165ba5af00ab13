import { Type, type Static } from 'typebox'
import { Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { DateFilter } from '../validation/date-filter.ts'

/** More than a screen is wide, and few enough to be sent at once. */
export const mostVerdictSpans = 1000
/** Shorter spans are counted from the results themselves. */
export const longestFineWindowHours = 25

export const CheckVerdictsQuery = Type.Object({
  from: Type.Optional(DateFilter('Started at or after; by default a day before `to`')),
  to: Type.Optional(DateFilter('Started before; by default now')),
  intervalMinutes: Type.Integer({
    minimum: 1,
    maximum: 43_200,
    default: 60,
    description:
      `Minutes per interval. Whole hours, or less than one hour if the window is at most ${longestFineWindowHours} hours; ` +
      `at most ${mostVerdictSpans} intervals.`,
  }),
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

const VerdictSpan = component(
  'VerdictSpan',
  Type.Object({
    startsAt: Timestamp(),
    passed: count('For a heartbeat monitor, pings.'),
    degraded: count('Passed, but above a degraded limit.'),
    failed: count('For a heartbeat monitor, missed pings.'),
    withheld: count(
      'Runs without a verdict, because they could not check the target. They are not part of `runs`.',
    ),
  }),
)
export type VerdictSpan = Static<typeof VerdictSpan>

export const CheckVerdicts = component(
  'CheckVerdicts',
  Type.Object({
    checkId: Uuid(),
    from: Timestamp({ description: 'With intervals of whole hours, the full hour.' }),
    to: Timestamp(),
    intervalMinutes: Type.Integer(),
    runs: count('Runs with a verdict.'),
    failed: count('Of them.'),
    spans: Type.Array(VerdictSpan, {
      description:
        'Oldest first, each starting at a multiple of the interval. Intervals without results are omitted.',
    }),
  }),
)
export type CheckVerdicts = Static<typeof CheckVerdicts>
