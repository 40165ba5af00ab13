import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import kinds from 'sonde-schema:check-kinds'
import type { Operation } from '../api/operation.ts'

/** What the schemas of the API say about a type of check. */
export type KindFacts = (typeof kinds)[number]

/** The place of a type in the path: `/v1/checks/<segment>`. */
export type CheckSegment = Operation extends infer Name
  ? Name extends `PATCH /v1/checks/${infer Segment}/{id}`
    ? Segment
    : never
  : never

/** The place of its stats: `/v1/analytics/<segment>/{id}`. */
export type AnalyticsSegment = Operation extends infer Name
  ? Name extends `GET /v1/analytics/${infer Segment}/{id}`
    ? Segment
    : never
  : never

export function factsOf(checkType: CheckType): KindFacts {
  const facts = kinds.find((kind) => kind.checkType === checkType)
  if (facts === undefined) throw new Error(`There are no facts about ${checkType}`)
  return facts
}

/** Undefined for a type that can be named, and not made. */
export function kindOf(checkType: CheckType): KindFacts | undefined {
  return kinds.find((kind) => kind.checkType === checkType)
}

/** The type of check that an address or an answer names; undefined for one that has no form. */
export function kindTypeOf(name: string): CheckType | undefined {
  return kinds.find(({ checkType }) => checkType === name.toUpperCase())?.checkType
}
