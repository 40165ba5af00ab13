import { Type, type Static } from 'typebox'
import { Nullable, component } from './building-blocks.ts'

export const EnvironmentVariable = component(
  'EnvironmentVariable',
  Type.Object({
    key: Type.String({ minLength: 1 }),
    value: Type.String(),
    locked: Type.Optional(
      Type.Boolean({ default: false, description: 'Hidden until asked for in the web interface.' }),
    ),
    secret: Type.Optional(
      Type.Boolean({ default: false, description: 'Never shown again; cannot be switched off once set.' }),
    ),
  }),
)
export type EnvironmentVariable = Static<typeof EnvironmentVariable>

export const EnvironmentVariables = Nullable(Type.Array(EnvironmentVariable, { maxItems: 100 }))
