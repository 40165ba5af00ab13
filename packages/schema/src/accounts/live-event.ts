import { Type, type Static } from 'typebox'
import { alertTypes } from '../alerts/alert.ts'
import { acceptingLoneValue } from '../validation/annotations.ts'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../validation/building-blocks.ts'
import { CheckOverviewStatus, LastResult, StatusSince } from '../checks/check-overview.ts'
import { SessionStatus } from '../runs/check-session.ts'

/** What an open page is told while it is open: small differences to what it has read. */
export const liveEventTypes = [
  'check',
  'check-changed',
  'group-changed',
  'alert',
  'session',
  'agent',
  'reset',
  'alive',
] as const
export type LiveEventType = (typeof liveEventTypes)[number]

export const LiveEventsParams = Type.Object({ accountId: Uuid() })

export const LiveEventsQuery = Type.Object({
  checkId: Type.Optional(Uuid({ description: 'Only events of this check.' })),
  types: Type.Optional(
    acceptingLoneValue(
      Type.Array(OneOf(liveEventTypes), {
        minItems: 1,
        maxItems: liveEventTypes.length,
        description: 'Only these events; `reset` and `alive` are always sent.',
      }),
    ),
  ),
  after: Type.Optional(
    Type.String({
      maxLength: 20,
      description:
        'Begin after this event, as if it were `Last-Event-ID`, which wins. `liveEventId` of the session: ' +
        'whatever was read since then misses nothing.',
    }),
  ),
})

/** A check has a new final result, or its status has changed; `statusSince` is left out while it has not. */
export const LiveCheck = component(
  'LiveCheck',
  Type.Object({
    id: Uuid(),
    status: CheckOverviewStatus,
    statusSince: Type.Optional(StatusSince),
    lastResult: Nullable(LastResult, { description: 'Null when the status changed without a result.' }),
  }),
)
export type LiveCheck = Static<typeof LiveCheck>

export const checkChanges = ['created', 'updated', 'deleted'] as const
export type CheckChange = (typeof checkChanges)[number]

/** Somebody has written or deleted a check. */
export const LiveCheckChanged = component(
  'LiveCheckChanged',
  Type.Object({ id: Uuid(), change: OneOf(checkChanges) }),
)
export type LiveCheckChanged = Static<typeof LiveCheckChanged>

/** Somebody has written or deleted a group: what it says for its checks may have changed with it. */
export const LiveGroupChanged = component(
  'LiveGroupChanged',
  Type.Object({ id: Type.Integer(), change: OneOf(checkChanges) }),
)
export type LiveGroupChanged = Static<typeof LiveGroupChanged>

export const LiveAlert = component(
  'LiveAlert',
  Type.Object({
    id: Uuid({ description: 'Of the alert.' }),
    checkId: Uuid(),
    alertType: OneOf(alertTypes),
    at: Timestamp(),
  }),
)
export type LiveAlert = Static<typeof LiveAlert>

export const LiveSession = component(
  'LiveSession',
  Type.Object({
    id: Uuid({ description: 'Of the check session.' }),
    checkId: Uuid(),
    status: SessionStatus,
  }),
)
export type LiveSession = Static<typeof LiveSession>

export const agentChanges = ['joined', 'left', 'lost'] as const
export type AgentChange = (typeof agentChanges)[number]

export const LiveAgent = component(
  'LiveAgent',
  Type.Object({
    location: Type.String({
      description:
        'Code of the data center or slug of the private location; `embedded` for the agent of this server.',
    }),
    change: OneOf(agentChanges, {
      description: 'left: it was stopped. lost: no agent of the location is connected any more.',
    }),
    at: Timestamp(),
  }),
)
export type LiveAgent = Static<typeof LiveAgent>
