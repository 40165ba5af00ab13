import { Type, type Static } from 'typebox'
import { acceptingLoneValue } from '../validation/annotations.ts'
import { Nullable, OneOf, RowNumber, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { checkTypeNames } from '../check-types/check-type.ts'
import { apiStatuses, apiVerdicts } from '../runs/api-verdicts.ts'
import { checkStatuses, verdicts } from '../runs/verdict.ts'
import { ServedBy } from '../agents/served-by.ts'
import { Reason } from '../runs/reason-field.ts'

/** The checks of an account as people look at them: one row each, with the last 24 hours. */

export const CheckOverviewStatus = OneOf(
  checkStatuses.map((status) => apiStatuses[status]),
  {
    description:
      'What the last result that counts says. PAUSED: neither the check nor its group lets it run. ' +
      'NO_DATA: it has never had a result that counts.',
  },
)

/** The moment from which the status holds; null when that is not known, and while the check is paused. */
export const StatusSince = Nullable(Timestamp(), {
  description: 'Since when the status holds; null when that is not known, and while the check is paused.',
})

export const ResultVerdict = OneOf(
  verdicts.map((verdict) => apiVerdicts[verdict]),
  {
    description:
      'WITHHELD: the run could not look at its target, by our own trouble, and says nothing about it.',
  },
)

/** No component: who shows it says what it is when it is null. */
export const LastResult = Type.Object({
  at: Timestamp({ description: 'When the run began; of a heartbeat, when the ping came or was missed.' }),
  location: Nullable(Type.String(), {
    description: 'Code of the data center or slug of the private location; null for a heartbeat.',
  }),
  responseTime: Nullable(Type.Number(), { description: 'Milliseconds; null when nothing was measured.' }),
  verdict: ResultVerdict,
})
export type LastResult = Static<typeof LastResult>

const CheckProblem = component(
  'CheckProblem',
  Type.Object({
    resultId: Uuid({ description: 'Of the result; of a heartbeat, of its event.' }),
    at: Timestamp({ description: 'When the run began; of a heartbeat, when the ping was missed.' }),
    location: Nullable(Type.String(), {
      description: 'Code of the data center or slug of the private location; null for a heartbeat.',
    }),
    servedBy: ServedBy,
    reason: Reason,
  }),
)
export type CheckProblem = Static<typeof CheckProblem>

const HeartbeatWait = component(
  'HeartbeatWait',
  Type.Object({
    lastPingAt: Nullable(Timestamp(), { description: 'Null before the first ping.' }),
    expectedAt: Nullable(Timestamp(), {
      description: 'When the next ping is expected; null while none is: only a ping starts the timer.',
    }),
    alertAt: Nullable(Timestamp(), {
      description: 'When its absence is a failure; null while none is expected.',
    }),
    alertAfterSeconds: Type.Integer({
      minimum: 0,
      description: 'Period and grace: from a ping to that moment.',
    }),
  }),
)

const CheckMaintenance = component(
  'CheckMaintenance',
  Type.Object({
    name: Type.String({ description: 'Of the maintenance window or silence.' }),
    endsAt: Nullable(Timestamp(), { description: 'Null: when somebody ends it.' }),
    silences: Type.Boolean({ description: 'Alerts of the check are held back.' }),
    pauses: Type.Boolean({ description: 'The check does not run.' }),
  }),
)
export type CheckMaintenance = Static<typeof CheckMaintenance>

const count = () => Type.Integer({ minimum: 0 })

const OverviewHour = component(
  'CheckOverviewHour',
  Type.Object({
    startsAt: Timestamp(),
    passed: count(),
    degraded: count(),
    failed: count(),
    withheld: Type.Integer({ minimum: 0, description: 'Runs that could not look, by our own trouble.' }),
  }),
)

export const CheckOverviewRow = component(
  'CheckOverviewRow',
  Type.Object({
    id: Uuid(),
    name: Type.String(),
    checkType: OneOf(checkTypeNames),
    target: Nullable(Type.String(), { description: 'What it looks at; null for a heartbeat.' }),
    tags: Type.Array(Type.String(), { description: 'Its own tags.' }),
    activated: Type.Boolean({ description: 'Whether it runs: its own setting and that of its group.' }),
    muted: Type.Boolean({ description: 'By its own setting or that of its group.' }),
    group: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
    periodSeconds: Nullable(Type.Integer({ minimum: 1 }), {
      description: 'Seconds from one scheduled run to the next while it is active; null for a heartbeat.',
    }),
    status: CheckOverviewStatus,
    statusSince: StatusSince,
    lastResult: Nullable(LastResult, {
      description: 'The last final result of a scheduled or triggered run, whatever it says.',
    }),
    problem: Nullable(CheckProblem, {
      description: 'The last result that says FAILING or DEGRADED, while that is the status.',
    }),
    heartbeat: Nullable(HeartbeatWait, {
      description: 'How the pings of a heartbeat that runs stand; null for other checks.',
    }),
    maintenance: Nullable(CheckMaintenance, {
      description: 'The maintenance in force for it that ends last; null when there is none.',
    }),
    hours: Type.Array(OverviewHour, {
      description:
        'Final results by the hour in which they began, oldest first; the last of the 24 is the running hour.',
    }),
    availability: Nullable(Type.Number(), {
      description: 'Percent over these hours; null when nothing counted.',
    }),
    coverage: Nullable(Type.Number(), {
      description:
        'Runs that gave a verdict for each that was due in these hours, from 0 to 1; null when none was.',
    }),
    p50: Nullable(Type.Number(), { description: 'Of the response time over these hours, in milliseconds.' }),
    p95: Nullable(Type.Number()),
    responseTimes: Nullable(Type.Array(Nullable(Type.Number())), {
      description:
        'The mean response time of each of these hours in milliseconds, to three digits, for a small chart; null where nothing was measured. Null at all for a heartbeat and on a page with very many runs.',
    }),
    approximate: Type.Optional(
      Type.Literal(true, { description: 'The percentiles are within 1 % of the value.' }),
    ),
    createdAt: Timestamp(),
  }),
)
export type CheckOverviewRow = Static<typeof CheckOverviewRow>

export const overviewSorts = [
  'status',
  'name',
  'checkType',
  'availability',
  'p95',
  'lastResultAt',
  'createdAt',
] as const
export type OverviewSort = (typeof overviewSorts)[number]

const several = <T extends Parameters<typeof Type.Array>[0]>(items: T, description: string) =>
  Type.Optional(acceptingLoneValue(Type.Array(items, { maxItems: 50, description })))

/** What is left out does not filter. */
const filters = {
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of the name or of the target, in any case.' }),
  ),
  checkType: several(OneOf(checkTypeNames), 'Any of these types.'),
  status: several(CheckOverviewStatus, 'Any of these.'),
  tag: several(Type.String({ minLength: 1, maxLength: 500 }), 'All of these tags.'),
  groupId: Type.Optional(RowNumber()),
  grouped: Type.Optional(Type.Boolean({ description: 'Whether it is in a group.' })),
  tagged: Type.Optional(Type.Boolean({ description: 'Whether it has a tag of its own.' })),
  activated: Type.Optional(Type.Boolean({ description: 'Whether it runs, its group considered.' })),
  muted: Type.Optional(Type.Boolean({ description: 'Whether it is muted, its group considered.' })),
}

export const CheckOverviewQuery = Type.Object({
  ...filters,
  sort: OneOf(overviewSorts, {
    default: 'status',
    description:
      'status: worst first. Equal rows are in the order of their names. A figure that is not known is last in either order.',
  }),
  order: OneOf(['asc', 'desc'], {
    default: 'asc',
    description: 'Of status, asc is worst first.',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
  page: Type.Integer({ minimum: 1, default: 1 }),
})
export type CheckOverviewQuery = Static<typeof CheckOverviewQuery>

const counts = (description: string) =>
  Type.Object(
    { FAILING: count(), DEGRADED: count(), NO_DATA: count(), PASSING: count(), PAUSED: count() },
    { description },
  )

/** What the counts of all checks that match say, on every page. */
const sums = {
  total: Type.Integer({ minimum: 0, description: 'Checks that match all filters, on all pages.' }),
  counts: counts('Checks that match all filters but `status`, by their status.'),
  mutedCount: Type.Integer({ minimum: 0, description: 'How many of those in `counts` are muted.' }),
}

export const CheckOverview = component(
  'CheckOverview',
  Type.Object({
    checks: Type.Array(CheckOverviewRow),
    ...sums,
  }),
)
export type CheckOverview = Static<typeof CheckOverview>

export const overviewGroupings = ['group', 'tag'] as const
export type OverviewGrouping = (typeof overviewGroupings)[number]

export const CheckOverviewGroupsQuery = Type.Object({
  by: OneOf(overviewGroupings, { description: 'A check with several tags counts for each of them.' }),
  ...filters,
  sort: OneOf(['status', 'name'], {
    default: 'status',
    description: 'status: those with the worst check first. Equal ones are in the order of their names.',
  }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 100 }),
  page: Type.Integer({ minimum: 1, default: 1 }),
})
export type CheckOverviewGroupsQuery = Static<typeof CheckOverviewGroupsQuery>

const OverviewGroup = component(
  'CheckOverviewGroup',
  Type.Object({
    group: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() }), {
      description: 'Null: the checks in no group; and when `by` is tag.',
    }),
    tag: Nullable(Type.String(), { description: 'Null: the checks without a tag; and when `by` is group.' }),
    total: Type.Integer({ minimum: 1, description: 'Its checks that match all filters.' }),
    counts: counts('Its checks that match all filters but `status`, by their status.'),
  }),
)

export const CheckOverviewGroups = component(
  'CheckOverviewGroups',
  Type.Object({
    groups: Type.Array(OverviewGroup),
    groupCount: Type.Integer({
      minimum: 0,
      description: 'Groups or tags with checks that match, on all pages.',
    }),
    ...sums,
  }),
)
export type CheckOverviewGroups = Static<typeof CheckOverviewGroups>

export const CheckTagsQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the tag, in any case.' })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
})

export const CheckTagList = component(
  'CheckTagList',
  Type.Array(Type.Object({ tag: Type.String(), checks: Type.Integer({ minimum: 1 }) })),
)
