import { Type, type Static } from 'typebox'
import { acceptingLoneValue, replacedWhole, withRules, type Rule } from '../validation/annotations.ts'
import { Nullable, OneOf, component } from '../validation/building-blocks.ts'

const singleRetryHasNoLimits: Rule = (strategy) => {
  if (strategy['type'] !== 'SINGLE_RETRY') return []
  return ['maxRetries', 'maxDurationSeconds']
    .filter((path) => strategy[path] !== undefined)
    .map((path) => ({ path, message: 'is not supported with SINGLE_RETRY' }))
}

const retryTypes = ['FIXED', 'LINEAR', 'EXPONENTIAL', 'SINGLE_RETRY'] as const
export type RetryType = (typeof retryTypes)[number]

const RetryStrategyObject = Type.Object({
  type: OneOf(retryTypes),
  baseBackoffSeconds: Type.Optional(
    Type.Number({ minimum: 0, maximum: 600, default: 60, description: 'Seconds before the first retry.' }),
  ),
  sameRegion: Type.Optional(
    Type.Boolean({ default: true, description: 'Retry where the first attempt ran.' }),
  ),
  maxRetries: Type.Optional(
    Type.Number({
      minimum: 1,
      maximum: 10,
      multipleOf: 1,
      description: 'Default: 2. Not supported with SINGLE_RETRY.',
    }),
  ),
  maxDurationSeconds: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 600,
      description: 'Total time to keep retrying. Default: 600. Not supported with SINGLE_RETRY.',
    }),
  ),
  onlyOn: Type.Optional(
    acceptingLoneValue(
      Type.Array(OneOf(['NETWORK_ERROR'] as const), {
        minItems: 1,
        maxItems: 1,
        uniqueItems: true,
        description: 'Retry only if the target did not respond at all.',
      }),
    ),
  ),
})

export const RetryStrategy = replacedWhole(
  withRules(
    component('RetryStrategy', Nullable(RetryStrategyObject, { default: null })),
    singleRetryHasNoLimits,
  ),
)
export type RetryStrategy = Static<typeof RetryStrategy>
