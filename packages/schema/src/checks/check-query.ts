import { Type, type Static } from 'typebox'
import { acceptingLoneValue } from '../validation/annotations.ts'
import { OneOf, Uuid } from '../validation/building-blocks.ts'
import { checkTypeNames } from '../check-types/check-type.ts'
import { statusFilterNames } from '../runs/api-verdicts.ts'
import { PageQuery } from '../validation/page.ts'

const applyGroupSettings = Type.Boolean({
  default: false,
  description: 'Show the values with the settings of the group applied.',
})

export const ChecksQuery = Type.Object({
  ...PageQuery.properties,
  apiCheckUrlFilterPattern: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2048, description: 'Part of the address of an API check.' }),
  ),
  tag: Type.Optional(acceptingLoneValue(Type.Array(Type.String(), { description: 'Any of these tags.' }))),
  checkType: Type.Optional(OneOf(checkTypeNames)),
  search: Type.Optional(Type.String({ maxLength: 200, description: 'Part of the name, case-insensitive.' })),
  status: Type.Optional(OneOf(statusFilterNames)),
  applyGroupSettings,
})
export type ChecksQuery = Static<typeof ChecksQuery>

export const CheckQuery = Type.Object({
  includeDependencies: Type.Optional(Type.Boolean()),
  applyGroupSettings,
})

export const CheckParams = Type.Object({ id: Uuid() })

export const WriteCheckQuery = Type.Object({
  autoAssignAlerts: Type.Boolean({
    default: true,
    description:
      'Subscribe a new check to every alert channel, in addition to those in the body. Used only at creation.',
  }),
})
