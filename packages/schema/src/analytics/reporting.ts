import { Type, type Static } from 'typebox'
import { acceptingLoneValue, type Rule, withRules } from '../validation/annotations.ts'
import { quickRanges, quickRangeAlias } from './analytics.ts'
import { Nullable, OneOf, Timestamp, component } from '../validation/building-blocks.ts'
import { DateFilter } from '../validation/date-filter.ts'
import { isTimezone, timezoneForms } from '../validation/timezone.ts'

/** As far as calendar buckets may reach, and how many of them there may be. */
export const reportLimits = { days: 400, buckets: 120 } as const

export const granularities = ['day', 'week', 'month'] as const
export type Granularity = (typeof granularities)[number]

const namesZone: Rule = ({ timezone }) =>
  typeof timezone === 'string' && !isTimezone(timezone) ? [{ path: 'timezone', message: timezoneForms }] : []

export const ReportingQuery = withRules(
  Type.Object({
    from: Type.Optional(DateFilter('Runs that started at or after')),
    to: Type.Optional(DateFilter('Runs that started before')),
    quickRange: OneOf([quickRangeAlias, ...quickRanges], {
      default: quickRangeAlias,
      description: 'Ignored if from or to is set. last24Hours is the same as last24Hrs.',
    }),
    filterByTags: Type.Optional(
      acceptingLoneValue(
        Type.Array(Type.String({ maxLength: 1000 }), {
          maxItems: 100,
          description: 'Only checks with any of these tags, their own or those of their group.',
        }),
      ),
    ),
    deactivated: Type.Optional(
      Nullable(Type.Boolean(), {
        description: 'true: only deactivated checks; false: only activated ones. Default: all.',
      }),
    ),
    granularity: Type.Optional(
      OneOf(granularities, {
        description: `Statistics for each day, week (from Monday) or month, for at most ${reportLimits.days} days and ${reportLimits.buckets} units.`,
      }),
    ),
    timezone: Type.String({
      default: 'UTC',
      maxLength: 100,
      description:
        'Time zone of days, and of the weeks and months of quickRange: an IANA name like Europe/Paris.',
    }),
    format: Type.Optional(
      OneOf(['json', 'csv'], { description: 'If omitted, the header Accept decides: text/csv or JSON.' }),
    ),
  }),
  namesZone,
)
export type ReportingQuery = Static<typeof ReportingQuery>

const milliseconds = Nullable(Type.Number({ minimum: 0 }), {
  description: 'Milliseconds; null if no run measured a time, as for heartbeat monitors.',
})

const figures = {
  successRatio: Type.Number({ minimum: 0, maximum: 100, description: 'Percent of the runs.' }),
  avg: milliseconds,
  p95: milliseconds,
  p99: milliseconds,
  approximate: Type.Optional(
    Type.Boolean({ description: 'True when percentiles are within 1 % instead of exact.' }),
  ),
}

const ReportingAggregate = component('ReportingAggregate', Type.Object(figures))
export type ReportingAggregate = Static<typeof ReportingAggregate>

const ReportingBucketAggregate = component(
  'ReportingBucketAggregate',
  Type.Object({ from: Timestamp(), to: Timestamp(), ...figures }),
)
export type ReportingBucketAggregate = Static<typeof ReportingBucketAggregate>

export const Reporting = component(
  'Reporting',
  Type.Object({
    name: Type.String(),
    checkId: Type.String(),
    checkType: Type.String(),
    deactivated: Type.Boolean(),
    tags: component('ReportingTagList', Type.Array(Type.String())),
    aggregate: Type.Optional(ReportingAggregate),
    aggregates: Type.Optional(
      component('ReportingBucketAggregateList', Type.Array(ReportingBucketAggregate)),
    ),
  }),
)
export type Reporting = Static<typeof Reporting>

export const ReportingList = component('ReportingList', Type.Array(Reporting))
