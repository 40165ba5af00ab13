import { isRecord } from '@sonde/ground/is-record.ts'
import { detailFields } from '@sonde/schema/check-types/check-result.ts'
import type { FastifySchema, FastifySerializerCompiler } from 'fastify'
import type { App } from '../http/app-type.ts'

/**
 * Writes one result, or a list of them, by their schema. A damaged detail may have been read and still be none of its
 * type: such a result is written without it and says so, instead of costing the answer.
 */
export function resultSerializer(app: App): FastifySerializerCompiler<FastifySchema> {
  return (part) => {
    const compile: FastifySerializerCompiler<unknown> | undefined = app.serializerCompiler
    if (compile === undefined) throw new Error('results are written before the server knows how')
    const write = compile(part)
    return (answer: unknown) => {
      try {
        return write(answer)
      } catch {
        return write(
          mapResults(answer, (result, alone) =>
            isWritten(() => write(alone)) ? result : withoutDetails(result),
          ),
        )
      }
    }
  }
}

/** `alone` is the same answer with this result only. */
function mapResults(answer: unknown, map: (result: unknown, alone: unknown) => unknown): unknown {
  if (Array.isArray(answer)) return answer.map((result: unknown) => map(result, [result]))
  if (!isRecord(answer) || !Array.isArray(answer['entries'])) return map(answer, answer)
  const entries = answer['entries'].map((result: unknown) => map(result, { ...answer, entries: [result] }))
  return { ...answer, entries }
}

function isWritten(write: () => string): boolean {
  try {
    write()
    return true
  } catch {
    return false
  }
}

function withoutDetails(result: unknown): unknown {
  if (!isRecord(result)) return result
  const fields = new Set<string>(detailFields)
  return Object.fromEntries(
    Object.entries(result).map(([name, value]) => [
      name,
      fields.has(name) ? null : name === 'hasUnreadableDetails' ? true : value,
    ]),
  )
}
