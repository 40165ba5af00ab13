import { isRecord } from '@sonde/ground/is-record.ts'
import type { Violation } from '../../validation/violation.ts'

/** Written by the call itself, or meaningless in HTTP/2. */
const reserved = new Set([
  'connection',
  'content-length',
  'content-type',
  'grpc-accept-encoding',
  'grpc-encoding',
  'grpc-timeout',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Metadata travels as HTTP/2 headers: what cannot be one is refused before it breaks a call. */
export function metadataMistakes(metadata: readonly unknown[]): Violation[] {
  return metadata.flatMap((item, index) => {
    const { key, value } = isRecord(item) ? item : {}
    if (typeof key !== 'string' || typeof value !== 'string') return []
    const ofKey = key.includes('{{') || key === '' ? null : keyMistake(key.toLowerCase())
    const ofValue = value.includes('{{') ? null : valueMistake(key.toLowerCase(), value)
    return [
      ...(ofKey === null ? [] : [{ path: `metadata.${index}.key`, message: ofKey }]),
      ...(ofValue === null ? [] : [{ path: `metadata.${index}.value`, message: ofValue }]),
    ]
  })
}

function keyMistake(key: string): string | null {
  if (reserved.has(key)) return `must not be ${key}, which the call sets itself`
  return /^[0-9a-z_.-]+$/.test(key) ? null : 'must consist of letters, digits, "_", "-" and "."'
}

function valueMistake(key: string, value: string): string | null {
  if (key.endsWith('-bin')) {
    return /^[A-Za-z0-9+/]*={0,2}$/.test(value) ? null : 'must be base64, since its key ends with -bin'
  }
  return /^[\x20-\x7e]*$/.test(value) ? null : 'must consist of printable ASCII characters'
}
