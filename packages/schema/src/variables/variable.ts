import { Type, type Static } from 'typebox'
import { Nullable, component } from '../validation/building-blocks.ts'
import { VariableKey, VariableValue, longestVariable, variableFlags } from './environment-variable.ts'

/** Variables of an account, which all of its checks can name. */

const flags = { locked: Type.Boolean(), secret: Type.Boolean() }

export const Variable = component(
  'Variable',
  Type.Object({
    key: Type.String(),
    value: Nullable(Type.String(), {
      description: 'Null for a secret, and for a locked value if the caller can only read or run.',
    }),
    ...flags,
  }),
)
export type Variable = Static<typeof Variable>

export const VariableList = component('VariableList', Type.Array(Variable))

/** The answer to a write shows the value that was sent, this one time also of a secret. */
export const WrittenVariable = component(
  'WrittenVariable',
  Type.Object({ key: Type.String(), value: Type.String(), ...flags }),
)
export type WrittenVariable = Static<typeof WrittenVariable>

export const VariableCreate = component(
  'VariableCreate',
  Type.Object({ key: VariableKey, value: VariableValue, ...variableFlags }),
)
export type VariableCreate = Static<typeof VariableCreate>

export const VariableUpdate = component(
  'VariableUpdate',
  Type.Object(
    {
      key: Type.Optional(
        Type.String({ minLength: 1, description: 'Must match the path: a key cannot be changed.' }),
      ),
      value: Type.String({ minLength: 1, maxLength: longestVariable }),
      ...variableFlags,
    },
    { additionalProperties: false },
  ),
)
export type VariableUpdate = Static<typeof VariableUpdate>

export const VariableParams = Type.Object({ key: VariableKey })
export type VariableParams = Static<typeof VariableParams>
