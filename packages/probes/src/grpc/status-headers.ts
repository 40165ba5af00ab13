import type { IncomingHttpHeaders } from 'node:http2'
import { mostGrpcMetadata, withinLength } from '@sonde/schema/check-types/grpc/result.ts'

/** The status that a server gave, in its trailers or, without any message, in its headers. */
export function readStatus(
  headers: IncomingHttpHeaders,
  trailers: IncomingHttpHeaders,
): { code: number; message: string } | null {
  const source = trailers['grpc-status'] === undefined ? headers : trailers
  const status = textOf(source['grpc-status'])
  if (status === null) return null
  const code = /^\d{1,2}$/.test(status) ? Number(status) : unknownStatus
  const message = decodeMessage(textOf(source['grpc-message']) ?? '')
  return { code: code > 16 ? unknownStatus : code, message: message.slice(0, longestStatusMessage) }
}

const longestStatusMessage = 1_000

/** What every number that is no status means. */
const unknownStatus = 2

/** Percent-encoded; what is not stays as it is. */
function decodeMessage(message: string): string {
  try {
    return decodeURIComponent(message)
  } catch (error) {
    if (error instanceof URIError) return message
    throw error
  }
}

/** The fields of their own aside, which a result shows elsewhere. */
export function shownMetadata(...parts: readonly IncomingHttpHeaders[]): { key: string; value: string }[] {
  const all = parts
    .flatMap((headers) => Object.entries(headers))
    .filter(([key]) => !key.startsWith(':') && key !== 'grpc-status' && key !== 'grpc-message')
    .slice(0, mostGrpcMetadata)
    .map(([key, value]) => ({ key: key.slice(0, 256), value: textOf(value) ?? '' }))
  return withinLength(all, longestMetadata)
}

/** Characters, of keys and values together. */
const longestMetadata = 8_000

function textOf(value: string | string[] | undefined): string | null {
  if (value === undefined) return null
  return Array.isArray(value) ? value.join(', ') : value
}
