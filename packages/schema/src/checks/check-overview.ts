import { Type, type Static } from 'typebox'
import { channelTypes } from '../alerts/channels/channel-kinds.ts'
import { acceptingLoneValue } from '../validation/annotations.ts'
import { Nullable, OneOf, RowNumber, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { checkTypeNames } from '../check-types/check-type.ts'
import { apiStatuses, apiVerdicts } from '../runs/api-verdicts.ts'
import { checkStatuses, verdicts } from '../runs/verdict.ts'
import { ServedBy, servedBy } from '../agents/served-by.ts'
import { Reason } from '../runs/reason-field.ts'

/** The checks of an account as people look at them: one row each, with the last 24 hours. */

export const CheckOverviewStatus = OneOf(
  checkStatuses.map((status) => apiStatuses[status]),
  {
    description:
      'Status by the last result with a verdict. PAUSED: the check or its group is paused. ' +
      'NO_DATA: it has no result with a verdict yet.',
  },
)

/** The moment from which the status holds; null when that is not known, and while the check is paused. */
export const StatusSince = Nullable(Timestamp(), {
  description: 'Start of the current status; null if not known, and while the check is paused.',
})

export const ResultVerdict = OneOf(
  verdicts.map((verdict) => apiVerdicts[verdict]),
  {
    description:
      'WITHHELD: no verdict, because the run could not check its target. It says nothing about the target.',
  },
)

/** No component: who shows it says what it is when it is null. */
export const LastResult = Type.Object({
  at: Timestamp({
    description: 'Start of the run; for a heartbeat monitor, the time of the ping or the missed ping.',
  }),
  location: Nullable(Type.String(), {
    description: 'Code of the data center or slug of the private location; null for a heartbeat.',
  }),
  responseTime: Nullable(Type.Number(), { description: 'Milliseconds; null when nothing was measured.' }),
  verdict: ResultVerdict,
})
export type LastResult = Static<typeof LastResult>

/** A result and why it came out as it did. */
const explainedResult = () =>
  Type.Object({
    resultId: Uuid({ description: 'Id of the result; for a heartbeat monitor, of its event.' }),
    at: Timestamp({ description: 'Start of the run; for a heartbeat monitor, the time of the missed ping.' }),
    location: Nullable(Type.String(), {
      description: 'Code of the data center or slug of the private location; null for a heartbeat.',
    }),
    servedBy: ServedBy,
    reason: Reason,
  })

const CheckProblem = component('CheckProblem', explainedResult())
export type CheckProblem = Static<typeof CheckProblem>

const HeartbeatWait = component(
  'HeartbeatWait',
  Type.Object({
    lastPingAt: Nullable(Timestamp(), { description: 'Null before the first ping.' }),
    expectedAt: Nullable(Timestamp(), {
      description: 'When the next ping is expected; null until the first ping, which starts the timer.',
    }),
    alertAt: Nullable(Timestamp(), {
      description: 'When a missing ping counts as a failure; null while none is expected.',
    }),
    alertAfterSeconds: Type.Integer({
      minimum: 0,
      description: 'Period plus grace period: the time from a ping to that moment.',
    }),
  }),
)

const CheckMaintenance = component(
  'CheckMaintenance',
  Type.Object({
    name: Type.String({ description: 'Of the maintenance window or silence.' }),
    endsAt: Nullable(Timestamp(), { description: 'Null: it lasts until somebody ends it.' }),
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
    withheld: Type.Integer({
      minimum: 0,
      description: 'Runs without a verdict, because they could not check the target.',
    }),
  }),
)

export const CheckOverviewRow = component(
  'CheckOverviewRow',
  Type.Object({
    id: Uuid(),
    name: Type.String(),
    checkType: OneOf(checkTypeNames),
    target: Nullable(Type.String(), { description: 'The target; null for a heartbeat monitor.' }),
    tags: Type.Array(Type.String(), { description: 'Its own tags.' }),
    activated: Type.Boolean({ description: 'Whether it is active: its own setting and that of its group.' }),
    muted: Type.Boolean({ description: 'Whether it is muted, by its own setting or that of its group.' }),
    group: Nullable(Type.Object({ id: Type.Integer(), name: Type.String() })),
    periodSeconds: Nullable(Type.Integer({ minimum: 1 }), {
      description: 'Seconds between scheduled runs while it is active; null for a heartbeat monitor.',
    }),
    status: CheckOverviewStatus,
    statusSince: StatusSince,
    lastResult: Nullable(LastResult, {
      description: 'The last final result of a scheduled or triggered run, with or without a verdict.',
    }),
    problem: Nullable(CheckProblem, {
      description: 'The last failing or degraded result, while that is the status.',
    }),
    noVerdict: Nullable(component('CheckWithoutVerdict', explainedResult()), {
      description: 'The last result, while it has no verdict, with the reason; null otherwise.',
    }),
    heartbeat: Nullable(HeartbeatWait, {
      description: 'State of the pings of an active heartbeat monitor; null for other checks.',
    }),
    maintenance: Nullable(CheckMaintenance, {
      description: 'The maintenance in force for it that ends last; null when there is none.',
    }),
    hours: Type.Array(OverviewHour, {
      description:
        'Final results by the hour in which they started, oldest first; the last of the 24 is the current hour.',
    }),
    availability: Nullable(Type.Number(), {
      description: 'Percentage over these hours; null if there was no verdict.',
    }),
    coverage: Nullable(Type.Number(), {
      description:
        'Share of the due runs that ended with a verdict in these hours, from 0 to 1; null if none was due.',
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
    Type.String({ maxLength: 200, description: 'Part of the name or the target, case-insensitive.' }),
  ),
  checkType: several(OneOf(checkTypeNames), 'Any of these types.'),
  status: several(CheckOverviewStatus, 'Any of these.'),
  tag: several(Type.String({ minLength: 1, maxLength: 500 }), 'All of these tags.'),
  groupId: Type.Optional(RowNumber()),
  grouped: Type.Optional(Type.Boolean({ description: 'Whether it is in a group.' })),
  tagged: Type.Optional(Type.Boolean({ description: 'Whether it has a tag of its own.' })),
  location: several(
    Type.String({ minLength: 1, maxLength: 200 }),
    'Runs at any of these, as its group lets it: codes of data centers or slugs of private locations.',
  ),
  located: Type.Optional(
    Type.Boolean({ description: 'Whether it runs at a location; heartbeat monitors do not.' }),
  ),
  activated: Type.Optional(
    Type.Boolean({ description: 'Whether it is active, including the setting of its group.' }),
  ),
  muted: Type.Optional(
    Type.Boolean({ description: 'Whether it is muted, including the setting of its group.' }),
  ),
}

export const CheckOverviewQuery = Type.Object({
  ...filters,
  sort: OneOf(overviewSorts, {
    default: 'status',
    description:
      'status: worst first. Equal rows are sorted by name. Unknown values are last in either order.',
  }),
  order: OneOf(['asc', 'desc'], {
    default: 'asc',
    description: 'For status, asc is worst first.',
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
  mutedCount: Type.Integer({ minimum: 0, description: 'How many of the checks in `counts` are muted.' }),
}

export const CheckOverview = component(
  'CheckOverview',
  Type.Object({
    checks: Type.Array(CheckOverviewRow),
    ...sums,
  }),
)
export type CheckOverview = Static<typeof CheckOverview>

export const overviewGroupings = ['group', 'tag', 'type', 'location'] as const
export type OverviewGrouping = (typeof overviewGroupings)[number]

export const CheckOverviewGroupsQuery = Type.Object({
  by: OneOf(overviewGroupings, {
    description:
      'A check with several tags or locations counts for each of them; with `location`, for those that it names.',
  }),
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
      description: 'Null: the checks in no group; and when `by` is another.',
    }),
    tag: Nullable(Type.String(), {
      description: 'Null: the checks without a tag; and when `by` is another.',
    }),
    checkType: Nullable(OneOf(checkTypeNames), { description: 'Null when `by` is another.' }),
    location: Nullable(
      Type.Object({
        codes: Type.Array(Type.String(), {
          description:
            'Code of the data center or slug of the private location. Stand-ins: all that are in use.',
        }),
        name: Type.String(),
        servedBy: OneOf(servedBy, {
          description:
            'STAND_IN: this server, in place of agents of these locations. AGENT: any other location.',
        }),
      }),
      {
        description:
          'Null: the checks without a location; and when `by` is another. All locations that this server stands in ' +
          'for are one.',
      },
    ),
    total: Type.Integer({ minimum: 1, description: 'Its checks that match all filters.' }),
    counts: counts('Its checks that match all filters but `status`, by their status.'),
    availability: Nullable(Type.Number(), {
      description:
        'Mean of the availability of its checks that match all filters, over the last 24 hours, as a percentage; null if ' +
        'none has a verdict. As old as the values that `sort=availability` uses.',
    }),
    notifies: Nullable(
      Type.Array(
        Type.Object({ alertChannelId: Type.Integer(), type: OneOf(channelTypes), name: Type.String() }),
      ),
      {
        description:
          'The alert channels that are notified of failures because they are subscribed to the group; checks may have ' +
          'others of their own. Empty while the group is muted. Null: no group.',
      },
    ),
  }),
)

export const CheckOverviewGroups = component(
  'CheckOverviewGroups',
  Type.Object({
    groups: Type.Array(OverviewGroup),
    groupCount: Type.Integer({
      minimum: 0,
      description: 'Groups, tags, types or locations with checks that match, on all pages.',
    }),
    ...sums,
  }),
)
export type CheckOverviewGroups = Static<typeof CheckOverviewGroups>

export const CheckTagsQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the tag, case-insensitive.' })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
})

export const CheckTagList = component(
  'CheckTagList',
  Type.Array(Type.Object({ tag: Type.String(), checks: Type.Integer({ minimum: 1 }) })),
)
