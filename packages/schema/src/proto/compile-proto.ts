import { linkProtos, type ProtoTypes } from './link-protos.ts'
import { parseProto } from './parse-proto.ts'
import { ProtoMistake } from './proto-file.ts'
import { wellKnownProtos } from './well-known-protos.ts'

export type CompiledProto = { kind: 'compiled'; types: ProtoTypes } | { kind: 'mistake'; message: string }

/** Imported for options, which are for generated code: a file needs nothing of them here. */
const filesOfOptions: ReadonlySet<string> = new Set([
  'buf/validate/validate.proto',
  'gogoproto/gogo.proto',
  'google/api/annotations.proto',
  'google/api/client.proto',
  'google/api/field_behavior.proto',
  'google/api/resource.proto',
  'google/api/visibility.proto',
  'google/protobuf/descriptor.proto',
  'protoc-gen-openapiv2/options/annotations.proto',
  'protoc-gen-swagger/options/annotations.proto',
  'validate/validate.proto',
])

/**
 * One .proto file. The well-known types are there, and files of options are not asked for; nothing can ever give us
 * any other file.
 */
export function compileProto(text: string): CompiledProto {
  try {
    const file = parseProto(text)
    const absent = file.dependencies.find((name) => !isKnownFile(name))
    if (absent !== undefined) {
      const message = `it imports "${absent.slice(0, 100)}", which does not exist: put all types into this file`
      return { kind: 'mistake', message }
    }
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

function isKnownFile(name: string): boolean {
  return filesOfOptions.has(name) || wellKnownProtos().some((file) => file.name === name)
}
