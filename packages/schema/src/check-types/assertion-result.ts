import { Type, type Static } from 'typebox'
import { Nullable, component } from '../validation/building-blocks.ts'

/** How one assertion ended. `error` is null when it holds. */
export const AssertionResult = component(
  'AssertionResult',
  Type.Object({
    order: Type.Integer({ minimum: 0 }),
    source: Type.String({ maxLength: 100 }),
    property: Type.String({ maxLength: 2000 }),
    comparison: Type.String({ maxLength: 100 }),
    target: Type.String({ maxLength: 10_240 }),
    regex: Nullable(Type.String({ maxLength: 2000 })),
    actual: Type.Unsafe<unknown>({ description: 'The actual value, cut at 10 KB; null if there is none.' }),
    error: Nullable(Type.String({ maxLength: 25_000 })),
  }),
)
export type AssertionResult = Static<typeof AssertionResult>
