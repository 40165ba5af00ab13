import { Type, type Static } from 'typebox'
import { Nullable, component } from '../validation/building-blocks.ts'

/** A variable of a group or a check, as it is shown. */
export const ShownVariable = component(
  'GroupVariable',
  Type.Object({
    key: Type.String(),
    value: Nullable(Type.String(), {
      description: 'Null for a secret, and for a locked value if the caller can only read or run.',
    }),
    locked: Type.Boolean(),
    secret: Type.Boolean(),
  }),
)
export type ShownVariable = Static<typeof ShownVariable>
