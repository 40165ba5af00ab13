import { Type, type Static } from 'typebox'
import { Nullable, component } from '../validation/building-blocks.ts'

/** What templates can name, as `{{KEY}}`. */
export const VariableKey = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
  description: 'Used as {{KEY}}: a letter or _, then letters, digits and _',
})

export const longestVariable = 128_000

export const VariableValue = Type.String({ maxLength: longestVariable })

export const variableFlags = {
  locked: Type.Optional(
    Type.Boolean({ default: false, description: 'Hidden in the web interface until you reveal it.' }),
  ),
  secret: Type.Optional(
    Type.Boolean({ default: false, description: 'Never shown again; cannot be turned off once set.' }),
  ),
}

export const EnvironmentVariable = component(
  'EnvironmentVariable',
  Type.Object({ key: VariableKey, value: VariableValue, ...variableFlags }),
)
export type EnvironmentVariable = Static<typeof EnvironmentVariable>

/** A variable of something that is stored. */
const VariableInput = component(
  'VariableInput',
  Type.Object({
    ...EnvironmentVariable.properties,
    value: Nullable(VariableValue, {
      description: 'Null, which is how hidden values are shown, keeps the stored value of that key.',
    }),
  }),
)

export const ChangedVariables = Nullable(Type.Array(VariableInput, { maxItems: 100 }))

/** Of two with one key, the later one counts. */
export const EnvironmentVariables = Nullable(Type.Array(EnvironmentVariable, { maxItems: 100 }))
