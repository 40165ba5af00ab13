import { isRecord } from '@sonde/ground/is-record.ts'
import { Type, type Static } from 'typebox'
import { replacedWhole } from './annotations.ts'
import { Nullable, OneOf, component } from './building-blocks.ts'

const statement = Type.String({ minLength: 1, maxLength: 1000 })
const statements = Type.Optional(Type.Array(statement, { maxItems: 20, default: [] }))
const goal = Type.String({ minLength: 1, maxLength: 2000 })

/** What the check is for, in words. Stored and returned; nothing reads it. */
export const CheckIntent = replacedWhole(
  component(
    'CheckIntent',
    Nullable(
      Type.Object(
        { goal, requiredOutcomes: statements, mustPreserve: statements },
        { additionalProperties: false },
      ),
      { default: null },
    ),
  ),
)
export type CheckIntent = Static<typeof CheckIntent>

/** The same as version 3 of the API shows it: one list of typed constraints. */
export const TypedCheckIntent = component(
  'TypedCheckIntent',
  Nullable(
    Type.Object({
      goal,
      constraints: Type.Array(
        Type.Object({ type: OneOf(['REQUIRED_OUTCOME', 'MUST_PRESERVE'] as const), statement }),
        { maxItems: 40 },
      ),
    }),
  ),
)
export type TypedCheckIntent = Static<typeof TypedCheckIntent>

/** A check of code, whose client writes its intent as version 3 shows it. What is in no known form stays, to be refused. */
export function withUntypedIntent(
  check: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { intent } = check
  if (!isRecord(intent) || !Array.isArray(intent['constraints'])) return check
  const { constraints, ...rest } = intent
  const known = constraints.filter(isRecord)
  const statementsOf = (type: string) =>
    known.filter((each) => each['type'] === type).map((each) => each['statement'])
  const [requiredOutcomes, mustPreserve] = [statementsOf('REQUIRED_OUTCOME'), statementsOf('MUST_PRESERVE')]
  return requiredOutcomes.length + mustPreserve.length < constraints.length
    ? check
    : { ...check, intent: { ...rest, requiredOutcomes, mustPreserve } }
}

export function typedIntent(intent: CheckIntent): TypedCheckIntent {
  if (intent === null) return null
  return {
    goal: intent.goal,
    constraints: [
      ...(intent.requiredOutcomes ?? []).map((text) => ({
        type: 'REQUIRED_OUTCOME' as const,
        statement: text,
      })),
      ...(intent.mustPreserve ?? []).map((text) => ({ type: 'MUST_PRESERVE' as const, statement: text })),
    ],
  }
}
