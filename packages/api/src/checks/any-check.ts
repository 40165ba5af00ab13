import { checkKinds } from '@sonde/schema/check-kinds.ts'
import type { TSchema } from 'typebox'
import type { AnswerVersion } from './check-answer.ts'

/** The answer schema of a check whose type the route does not fix. */
export function anyCheck(version: AnswerVersion): TSchema {
  const schemas = checkKinds.map((kind) => kind.answers[version])
  const [only, ...more] = schemas
  return only && more.length === 0 ? only : { anyOf: schemas }
}
