import { component } from '@sonde/schema/validation/building-blocks.ts'
import type { CheckKind } from '@sonde/schema/check-types/check-kind.ts'
import { checkKinds } from '@sonde/schema/check-types/check-kinds.ts'
import { TrialRunTarget } from '@sonde/schema/runs/trial-run.ts'
import { Type, type TSchema } from 'typebox'
import type { AnswerVersion } from '@sonde/actions/checks/check-answer.ts'

/** The answer schema of a check whose type the route does not fix. */
export function anyCheck(version: AnswerVersion): TSchema {
  return anyOf((kind) => kind.answers[version])
}

/** Bodies whose type the route does not fix, for the API document: the route validates them by the type. */
export function anyCheckCreate() {
  return component(
    'CheckCreate',
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      required: ['checkType'],
      description: 'The body of the route of its type, and `checkType`.',
      ...anyOf((kind) => kind.create),
    }),
  )
}

/** The same as `anyCheckCreate`, with what only a try of it says. */
export function anyCheckTry() {
  return component(
    'CheckTryCreate',
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      required: ['checkType'],
      description: 'The body that would create the check, its `checkType`, and where to run it.',
      properties: TrialRunTarget.properties,
      ...anyOf((kind) => kind.create),
    }),
  )
}

export function anyCheckUpdate() {
  return component(
    'CheckUpdate',
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      description: 'The body of the route of its type. All fields are optional.',
      ...anyOf((kind) => kind.patch),
    }),
  )
}

function anyOf(schemaOf: (kind: CheckKind) => TSchema) {
  return { anyOf: checkKinds.map(schemaOf) }
}
