import { linkProtos, type ProtoTypes } from './link-protos.ts'
import { parseProto } from './parse-proto.ts'
import { ProtoMistake } from './proto-file.ts'

export type CompiledProto = { kind: 'compiled'; types: ProtoTypes } | { kind: 'mistake'; message: string }

/**
 * One .proto file. The well-known types are there; other imports are not followed, and only matter when a type of
 * theirs is used: most are there for options.
 */
export function compileProto(text: string): CompiledProto {
  try {
    const file = parseProto(text)
    const types = linkProtos([file])
    const [first] = types.missing
    if (first === undefined) return { kind: 'compiled', types }
    const hint =
      file.dependencies.length === 0 ? '' : ' (imports are not followed: put all types into this file)'
    return { kind: 'mistake', message: `${first}${hint}` }
  } catch (error) {
    if (error instanceof ProtoMistake) return { kind: 'mistake', message: error.message }
    throw error
  }
}
