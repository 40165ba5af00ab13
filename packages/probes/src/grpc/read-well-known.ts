import { isRecord } from '@sonde/ground/is-record.ts'
import type { MessageType } from '@sonde/schema/proto/link-protos.ts'
import { hasOwnForm, isWrapper } from './well-known-json.ts'

export type SpellingTools = {
  fail(why: string): never
  /** Null when the type is not known. */
  packAny(typeName: string, json: unknown): { type: MessageType; encode(): Buffer } | null
}

/** JSON with the forms that proto3 gives to its own types replaced by their fields; other types stay as they are. */
export function readWellKnown(type: MessageType, json: unknown, tools: SpellingTools): unknown {
  if (isWrapper(type)) return { value: json }
  switch (type.name) {
    case 'google.protobuf.Timestamp':
      return readTimestamp(json, tools)
    case 'google.protobuf.Duration':
      return readDuration(json, tools)
    case 'google.protobuf.FieldMask': {
      if (typeof json !== 'string') return tools.fail('must be a string of paths, separated by commas')
      return { paths: json === '' ? [] : json.split(',').map(snakePath) }
    }
    case 'google.protobuf.Struct':
      return isRecord(json) ? { fields: json } : tools.fail('must be an object')
    case 'google.protobuf.ListValue':
      return Array.isArray(json) ? { values: json } : tools.fail('must be a list')
    case 'google.protobuf.Value':
      return readValue(json)
    case 'google.protobuf.Any':
      return readAny(json, tools)
    default:
      return json
  }
}

function readValue(json: unknown): unknown {
  switch (typeof json) {
    case 'number':
      return { numberValue: json }
    case 'string':
      return { stringValue: json }
    case 'boolean':
      return { boolValue: json }
    default:
      if (json === null) return { nullValue: null }
      return Array.isArray(json) ? { listValue: json } : { structValue: json }
  }
}

function readTimestamp(json: unknown, { fail }: SpellingTools): unknown {
  const wanted = 'must be a time such as 2026-01-31T12:00:00Z'
  if (typeof json !== 'string') return fail(wanted)
  const parts =
    /^(?<whole>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(?<digits>\d{1,9}))?(?<zone>Z|[+-]\d\d:\d\d)$/.exec(
      json,
    )?.groups
  const at = parts === undefined ? Number.NaN : Date.parse(`${parts['whole']}${parts['zone']}`)
  if (parts === undefined || Number.isNaN(at)) return fail(wanted)
  return { seconds: String(at / 1000), nanos: nanosOf(parts['digits']) }
}

function readDuration(json: unknown, { fail }: SpellingTools): unknown {
  const wanted = 'must be a duration such as 1.5s'
  if (typeof json !== 'string') return fail(wanted)
  const parts = /^(?<sign>-?)(?<seconds>\d{1,12})(?:\.(?<digits>\d{1,9}))?s$/.exec(json)?.groups
  if (parts === undefined) return fail(wanted)
  const nanos = nanosOf(parts['digits'])
  const isNegative = parts['sign'] === '-'
  return { seconds: `${parts['sign']}${parts['seconds']}`, nanos: isNegative ? -nanos : nanos }
}

function nanosOf(digits: string | undefined): number {
  return Number((digits ?? '').padEnd(9, '0'))
}

function readAny(json: unknown, { fail, packAny }: SpellingTools): unknown {
  if (!isRecord(json)) return fail('must be an object with "@type"')
  const { '@type': url, ...fields } = json
  if (url === undefined && Object.keys(fields).length === 0) return {}
  if (typeof url !== 'string') return fail('must have "@type" as a string')
  const typeName = url.slice(url.lastIndexOf('/') + 1)
  const known = packAny(typeName, fields)
  if (known === null) return fail(`is of the type ${typeName}, which is not declared`)
  const packed = hasOwnForm(known.type) ? packAny(typeName, fields['value']) : known
  return { typeUrl: url, value: (packed ?? known).encode().toString('base64') }
}

function snakePath(path: string): string {
  return path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
