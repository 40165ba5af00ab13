import { Type, type Static } from 'typebox'
import { OneOf, Uuid } from '../validation/building-blocks.ts'

export const PrometheusParams = Type.Object({ accountId: Uuid() })

const flag = (description: string) => Type.Boolean({ default: false, description })

export const PrometheusQuery = Type.Object({
  locationLabelEnabled: flag('Tell the places where checks run apart, by the label location.'),
  includeRetryAttempts: flag('Count attempts after which another one was made.'),
  disableTagParsing: flag('Make no labels of tags like key:value.'),
  prefix: OneOf(['sonde', 'checkly'], {
    default: 'sonde',
    description: 'What names begin with; checkly for dashboards that were made for it.',
  }),
})
export type PrometheusQuery = Static<typeof PrometheusQuery>

/** The first version has nothing to choose but names. */
export const FirstPrometheusQuery = Type.Object({ prefix: PrometheusQuery.properties.prefix })
