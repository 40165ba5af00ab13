import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { FastifySchema, FastifySerializerCompiler } from 'fastify'
import type { App } from '../http/app-type.ts'
import type { AnswerVersion } from '@sonde/actions/checks/check-answer.ts'

type Write = (check: unknown) => string

/**
 * Writes each check by the schema of its own type. A serialiser that is given the choice between the schemas of
 * all types tries them one after the other, and takes one that drops fields if it happens to match.
 */
export function checkSerializer(app: App, version: AnswerVersion): FastifySerializerCompiler<FastifySchema> {
  const serializers = new Map<CheckType, Write>()

  return (part) => {
    const compile: FastifySerializerCompiler<unknown> | undefined = app.serializerCompiler
    if (compile === undefined) throw new Error('checks are written before the server knows how')
    const { httpStatus = '200' } = part
    if (!httpStatus.startsWith('2')) return compile(part)
    const write = (check: unknown): string => {
      const checkType = typeOf(check)
      const compiled = serializers.get(checkType)
      if (compiled !== undefined) return compiled(check)
      const serializer = compile({ ...part, schema: kindOf(checkType).answers[version] })
      serializers.set(checkType, serializer)
      return serializer(check)
    }
    return (answer: unknown) => (Array.isArray(answer) ? `[${answer.map(write).join(',')}]` : write(answer))
  }
}

/** The guarantee behind this cast: only `answerOf` makes what is written here, from a stored check. */
function typeOf(check: unknown): CheckType {
  return (check as { checkType: CheckType }).checkType
}
