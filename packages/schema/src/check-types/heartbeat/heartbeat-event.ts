import { Type, type Static } from 'typebox'
import { Nullable, OneOf, Timestamp, Uuid, component } from '../../validation/building-blocks.ts'
import { DateFilter } from '../../validation/date-filter.ts'
import { Reason } from '../../runs/reason-field.ts'
import { heartbeatStates } from './heartbeat-state.ts'

export const HeartbeatEvent = component(
  'HeartbeatEvent',
  Type.Object({
    id: Uuid(),
    state: OneOf(heartbeatStates, {
      description:
        'FAILING: the ping was missed. EARLY, RECEIVED, GRACE, LATE: a ping arrived early, on time, within the grace period, or after it.',
    }),
    timestamp: Timestamp({ description: 'Time of the ping; for a failure, the end of the grace period.' }),
    source: Nullable(Type.String(), { description: 'The header Origin of the ping, or else Referer.' }),
    userAgent: Nullable(Type.String()),
    reason: Reason,
  }),
)
export type HeartbeatEvent = Static<typeof HeartbeatEvent>

const ratio = (description: string) => Nullable(Type.Number({ minimum: 0, maximum: 100 }), { description })

export const HeartbeatAvailability = component(
  'HeartbeatAvailability',
  Type.Object({
    successRatio: Type.Object({
      previousPeriod: ratio(
        'Percentage of events that are pings in the previous period of the same length; null if there are none.',
      ),
      currentPeriod: ratio('Percentage of events that are pings; null if there are no events.'),
    }),
    totalEntitiesCurrentPeriod: Type.Integer({ description: 'Number of events.' }),
  }),
)
export type HeartbeatAvailability = Static<typeof HeartbeatAvailability>

const stats = Type.Object({ last24Hours: HeartbeatAvailability, last7Days: HeartbeatAvailability })
export type HeartbeatStats = Static<typeof stats>

export const HeartbeatEventAnswer = component(
  'HeartbeatEventAnswer',
  Type.Object({ event: HeartbeatEvent, stats }),
)

export const HeartbeatEventList = component(
  'HeartbeatEventList',
  Type.Array(Type.Object({ events: Type.Array(HeartbeatEvent), stats })),
)

export const HeartbeatParams = Type.Object({ checkId: Uuid() })
export const HeartbeatEventParams = Type.Object({ checkId: Uuid(), id: Uuid() })

export const HeartbeatWindowQuery = Type.Object({
  startTime: Type.Optional(DateFilter('At or after')),
  endTime: Type.Optional(DateFilter('Before')),
})

export const HeartbeatEventsQuery = Type.Object({
  ...HeartbeatWindowQuery.properties,
  limit: Type.Integer({ minimum: 1, maximum: 10, default: 10 }),
})

/** A ping may come with any token; one that cannot be a token is as unknown as any other. */
export const PingParams = Type.Object({ token: Type.String() })

export const PingAnswer = component(
  'Ping',
  Type.Object({
    state: Nullable(OneOf(heartbeatStates), {
      description: 'The state that was recorded; null: the monitor is deactivated and nothing was recorded.',
    }),
  }),
)
