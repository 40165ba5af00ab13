import { Type, type Static } from 'typebox'
import { servedBy } from '../agents/served-by.ts'
import { alertTypes } from '../alerts/alert.ts'
import { apiVerdicts } from '../runs/api-verdicts.ts'
import { type Rule, withRules } from '../validation/annotations.ts'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { DateFilter } from '../validation/date-filter.ts'
import { isTimezone, timezoneForms } from '../validation/timezone.ts'

const window = {
  from: Type.Optional(DateFilter('Started at or after; by default a day before `to`')),
  to: Type.Optional(DateFilter('Started before; by default now')),
}

const count = (description: string) => Type.Integer({ minimum: 0, description })
const milliseconds = (description: string) => Nullable(Type.Number(), { description })

/** As many as a wide screen can show of a few locations, and few enough to be sent at once. */
const mostChartRuns = 6000

export const CheckRunsQuery = Type.Object({
  ...window,
  limit: Type.Integer({
    minimum: 1,
    maximum: mostChartRuns,
    default: mostChartRuns,
    description: 'With more runs than this in the window, none is listed.',
  }),
})

const RunSeries = component(
  'RunSeries',
  Type.Object({
    runLocation: Type.String(),
    servedBy: OneOf(servedBy, {
      description: 'Who ran it. STAND_IN: this server, in place of an agent of the location.',
    }),
    startedAt: Type.Array(Type.Integer(), { description: 'Unix milliseconds, oldest first.' }),
    responseTime: Type.Array(Nullable(Type.Number()), {
      description: 'Milliseconds of each run; null where nothing was measured.',
    }),
    verdict: Type.Array(OneOf(Object.values(apiVerdicts)), { description: 'Of each run.' }),
  }),
)

export const CheckRuns = component(
  'CheckRuns',
  Type.Object({
    checkId: Uuid(),
    from: Timestamp(),
    to: Timestamp(),
    isComplete: Type.Boolean({
      description:
        'False when there are more runs than `limit`, or the window reaches back further than single results are kept. ' +
        'Then no run is listed, and the figures of intervals say more.',
    }),
    series: Type.Array(RunSeries, {
      description:
        'One for each location. What this server ran in place of agents is one.' +
        ' A location whose agent came or went in the window has both.',
    }),
  }),
)
export type CheckRuns = Static<typeof CheckRuns>

export const CheckExtent = component(
  'CheckExtent',
  Type.Object({
    firstAt: Nullable(Timestamp(), {
      description: 'When the oldest run, or event of a heartbeat, began of which anything is kept.',
    }),
    lastAt: Nullable(Timestamp(), { description: 'When the newest one began.' }),
  }),
)
export type CheckExtent = Static<typeof CheckExtent>

export const CheckDistributionQuery = Type.Object({
  ...window,
  location: Type.Optional(
    Type.String({ maxLength: 200, description: 'Only runs at this location; of all unless told.' }),
  ),
  servedBy: Type.Optional(
    OneOf(servedBy, {
      description:
        'With `location`: only runs by its agent, or those that this server ran in place of any agent. If omitted: ' +
        'by whoever serves the location now.',
    }),
  ),
})

const DistributionBin = component(
  'DistributionBin',
  Type.Object({
    from: Type.Number({ description: 'Milliseconds, inclusive.' }),
    to: Type.Number({ description: 'Exclusive, except of the last bin.' }),
    runs: count('Whose response time lies between.'),
  }),
)

export const CheckDistribution = component(
  'CheckDistribution',
  Type.Object({
    checkId: Uuid(),
    from: Timestamp(),
    to: Timestamp(),
    runs: count('With a response time.'),
    scale: OneOf(['LINEAR', 'LOGARITHMIC'], {
      description: 'Bins are equally wide, or each wider than the one before by the same factor.',
    }),
    p50: milliseconds('Null without runs, as the others.'),
    p95: milliseconds('Milliseconds'),
    p99: milliseconds('Milliseconds'),
    approximate: Type.Boolean({ description: 'True when bins and percentiles are within 1 %.' }),
    bins: Type.Array(DistributionBin, { description: 'Without gaps, ascending.' }),
  }),
)
export type CheckDistribution = Static<typeof CheckDistribution>

const namesZone: Rule = ({ timezone }) =>
  typeof timezone === 'string' && !isTimezone(timezone) ? [{ path: 'timezone', message: timezoneForms }] : []

export const CheckDaysQuery = withRules(
  Type.Object({
    days: Type.Integer({
      minimum: 1,
      maximum: 400,
      default: 91,
      description: 'How many, today being the last.',
    }),
    timezone: Type.String({
      default: 'UTC',
      maxLength: 100,
      description: 'Where days begin: an IANA name like Europe/Paris.',
    }),
  }),
  namesZone,
)

const percent = Nullable(Type.Number({ minimum: 0, maximum: 100 }), {
  description: 'Percent of the runs that did not fail; null without any.',
})

const CheckDay = component(
  'CheckDay',
  Type.Object({
    date: Type.String({ description: '2026-11-16' }),
    from: Timestamp(),
    to: Timestamp(),
    runs: count('That gave a verdict; of a heartbeat, its events.'),
    failed: count('Of them.'),
    availability: percent,
  }),
)

export const CheckDays = component(
  'CheckDays',
  Type.Object({
    checkId: Uuid(),
    timezone: Type.String(),
    measuredDays: count('Days with a run that gave a verdict.'),
    runs: count('Of all days.'),
    failed: count('Of them.'),
    availability: percent,
    days: Type.Array(CheckDay, { description: 'Oldest first, those without any run included.' }),
  }),
)
export type CheckDays = Static<typeof CheckDays>

export const CheckAnnotationsQuery = Type.Object(window)

/** Of each kind; the newest are told. */
export const mostAnnotations = 200

const text = Nullable(Type.String())

export const CheckAnnotations = component(
  'CheckAnnotations',
  Type.Object({
    checkId: Uuid(),
    from: Timestamp(),
    to: Timestamp(),
    alerts: Type.Array(
      component(
        'AlertAnnotation',
        Type.Object({
          at: Timestamp(),
          alertType: OneOf(alertTypes),
          isReminder: Type.Boolean(),
          reason: text,
          resultId: text,
        }),
      ),
      { description: 'Newest first, as all of these.' },
    ),
    maintenances: Type.Array(
      component(
        'MaintenanceAnnotation',
        Type.Object({
          windowId: Type.Integer(),
          name: Type.String(),
          startsAt: Timestamp(),
          endsAt: Nullable(Timestamp(), { description: 'Null while nobody has ended it.' }),
          silences: Type.Boolean(),
          pauses: Type.Boolean(),
        }),
      ),
      { description: 'That silence or pause the check as it is now, and overlap the window.' },
    ),
    changes: Type.Array(
      component(
        'ChangeAnnotation',
        Type.Object({
          at: Timestamp(),
          action: OneOf(['CREATE', 'UPDATE']),
          of: OneOf(['CHECK', 'GROUP']),
          fields: Type.Array(Type.String(), {
            description: 'What was changed; values are in the audit log.',
          }),
        }),
      ),
      { description: 'Of the check and of its group, from the audit log.' },
    ),
    deployments: Type.Array(
      component(
        'DeploymentAnnotation',
        Type.Object({
          at: Timestamp(),
          repository: Type.String(),
          sha: Type.String(),
          environmentName: text,
        }),
      ),
      { description: 'Of the repositories whose deployment runs the check or its group.' },
    ),
  }),
)
export type CheckAnnotations = Static<typeof CheckAnnotations>
