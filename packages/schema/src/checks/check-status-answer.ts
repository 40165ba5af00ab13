import { Type, type Static } from 'typebox'
import { Nullable, Timestamp, Uuid, component } from '../validation/building-blocks.ts'

/** What the last runs of a check said. Muting and alert thresholds do not enter into it. */
export const CheckStatusAnswer = component(
  'CheckStatus',
  Type.Object({
    name: Type.String(),
    checkId: Uuid(),
    hasFailures: Type.Boolean(),
    hasErrors: Type.Boolean({ description: 'Always false: problems on our side do not change the status.' }),
    isDegraded: Type.Boolean(),
    longestRun: Nullable(Type.Number(), { description: 'The largest response time ever, in milliseconds.' }),
    shortestRun: Nullable(Type.Number()),
    lastRunLocation: Nullable(Type.String()),
    lastCheckRunId: Nullable(Type.String()),
    sslDaysRemaining: Nullable(Type.Number()),
    created_at: Timestamp(),
    updated_at: Nullable(Timestamp()),
  }),
)
export type CheckStatusAnswer = Static<typeof CheckStatusAnswer>

export const CheckStatusList = component('CheckStatusList', Type.Array(CheckStatusAnswer))

export const CheckStatusParams = Type.Object({ checkId: Uuid() })
