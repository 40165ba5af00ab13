import { Type, type Static } from 'typebox'
import { acceptingLoneValue, withRules } from '../../validation/annotations.ts'
import { generalAnalyticsQuery, validateMetricsOf } from '../../analytics/analytics.ts'
import { OneOf } from '../../validation/building-blocks.ts'
import { heartbeatStates } from './heartbeat-state.ts'

/** How the figures of a heartbeat are asked for. It has no runs: its events count, all at no location. */
export const HeartbeatAnalyticsQuery = withRules(
  Type.Object({
    ...generalAnalyticsQuery('HEARTBEAT'),
    filterByStatus: Type.Optional(
      acceptingLoneValue(
        Type.Array(OneOf(heartbeatStates), { maxItems: 10, description: 'Only events of these states.' }),
      ),
    ),
  }),
  validateMetricsOf('HEARTBEAT'),
)
export type HeartbeatAnalyticsQuery = Static<typeof HeartbeatAnalyticsQuery>
