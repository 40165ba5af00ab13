import { Type, type Static } from 'typebox'
import { OneOf, Uuid } from '../validation/building-blocks.ts'

export const PrometheusParams = Type.Object({ accountId: Uuid() })

const flag = (description: string) => Type.Boolean({ default: false, description })

export const PrometheusQuery = Type.Object({
  locationLabelEnabled: flag('Split by location, with the label location.'),
  includeRetryAttempts: flag('Count attempts that were retried.'),
  disableTagParsing: flag('Do not turn tags like key:value into labels.'),
  prefix: OneOf(['sonde', 'checkly'], {
    default: 'sonde',
    description: 'Prefix of the metric names; checkly for dashboards that were made for it.',
  }),
})
export type PrometheusQuery = Static<typeof PrometheusQuery>

/** The first version has nothing to choose but names. */
export const FirstPrometheusQuery = Type.Object({ prefix: PrometheusQuery.properties.prefix })
