import { Buffer } from 'node:buffer'
import { beginningOf } from '@sonde/ground/beginning-of.ts'
import { decoderFor, isPacked, mediaTypeIn, unpackBeginning, unpackBody } from '@sonde/ground/http-body.ts'
import { longestKeptBody, longestWholeBody } from '@sonde/schema/check-types/api-check-result.ts'
import type { ApiDocument } from '@sonde/schema/check-types/api/result.ts'
import { NeedsOwnThread } from '../work-budget.ts'

/** Decoded bytes that assertions look at. */
const mostBytes = 26_214_400

/** On a thread that others wait for: more than this is decoded, parsed and evaluated elsewhere. */
const mostInlineBytes = 262_144

/** Bytes of an image that a result holds. */
const largestImage = 51_200

export type BodyText =
  | { kind: 'text'; text: string }
  /** There is a body, and nobody can read it as what its headers say. */
  | { kind: 'unreadable'; why: string }

/** What a result keeps of a body. */
export type KeptBody = {
  body: string
  bodyEncoding?: 'base64'
  bodySize?: number
  bodyTruncated?: boolean
}

/** The body of a response. Decoded when asked for, and once: most runs pass, and nobody looks. */
export type ResponseBody = {
  /** All of it. */
  read(): BodyText
  keep(options: { isWhole: boolean }): KeptBody
}

/** A text that a script has put in the place of the body: nobody has to decode it. */
export function bodyOfText(text: string): ResponseBody {
  const bodySize = Buffer.byteLength(text)
  return {
    read: () => ({ kind: 'text', text }),
    keep({ isWhole }) {
      const kept = text.slice(0, isWhole ? longestWholeBody : longestKeptBody)
      return {
        body: kept.replaceAll('\0', '\uFFFD').toWellFormed(),
        bodySize,
        ...(kept.length < text.length ? { bodyTruncated: true } : {}),
      }
    },
  }
}

/** What stands for a body that is no text; null for one that is, or is looked at as one. */
export function binaryNote(
  { body, allHeaders }: Pick<ApiDocument, 'body' | 'allHeaders'>,
  { isText }: { isText: boolean },
): string | null {
  const type = mediaTypeIn(allHeaders['content-type'] ?? '')
  return !isText && isBinary(type) && body.length > 0 ? noteOf(type, body.length) : null
}

function noteOf(type: string, bytes: number): string {
  return `(${type}, ${bytes} bytes)`
}

export function readResponseBody(
  { body, isBodyCut, allHeaders }: Pick<ApiDocument, 'body' | 'isBodyCut' | 'allHeaders'>,
  { isInline, isText }: { isInline: boolean; isText: boolean },
): ResponseBody {
  const contentType = allHeaders['content-type'] ?? ''
  const encoding = allHeaders['content-encoding'] ?? ''
  let unpacked: Unpacked | null = null
  let text: string | null = null

  function bytesOf(): Unpacked {
    unpacked ??= unpack()
    return unpacked
  }

  function unpack(): Unpacked {
    if (!isPacked(encoding)) return { bytes: body, isCut: isBodyCut }
    if (isInline) {
      const small = body.length > mostInlineBytes ? null : unpackBody(body, encoding, mostInlineBytes)
      if (small === null || small.kind === 'too-long') throw new NeedsOwnThread()
    }
    const whole = unpackBeginning(body, encoding, mostBytes)
    if (whole.kind === 'bytes') return { bytes: whole.bytes, isCut: whole.isCut || isBodyCut }
    const why =
      whole.kind === 'too-long'
        ? `the body unpacks to more than ${mostBytes} bytes`
        : `the body is not ${encoding.slice(0, 50)}, though its header says so`
    return { why }
  }

  return {
    read() {
      const decoded = bytesOf()
      if ('why' in decoded) return { kind: 'unreadable', why: decoded.why }
      if (isInline && decoded.bytes.length > mostInlineBytes) throw new NeedsOwnThread()
      text ??= decoderFor(contentType).decode(decoded.bytes)
      return { kind: 'text', text }
    },
    keep({ isWhole }) {
      if (body.length === 0) return { body: '' }
      const decoded = bytesOf()
      if ('why' in decoded) return { body: `(${decoded.why})` }
      const { bytes, isCut } = decoded
      const type = mediaTypeIn(contentType)
      const bodySize = bytes.length
      if (!isText && rasterImages.has(type) && bodySize <= largestImage) {
        return { body: Buffer.from(bytes).toString('base64'), bodyEncoding: 'base64', bodySize }
      }
      if (!isText && isBinary(type)) return { body: noteOf(type, bodySize), bodySize }
      const beginning = bytes.subarray(0, isWhole ? longestWholeBody : longestKeptBody * 4)
      // A character that was cut in two is left out by `stream`.
      const isAll = beginning.length === bodySize && !isCut
      const all = decoderFor(contentType).decode(beginning, { stream: !isAll })
      const kept = isWhole ? all : beginningOf(all, longestKeptBody)
      const isTruncated = !isAll || kept.length < all.length
      return {
        body: kept.replaceAll('\0', '\uFFFD').toWellFormed(),
        bodySize,
        ...(isTruncated ? { bodyTruncated: true } : {}),
      }
    },
  }
}

type Unpacked = { bytes: Uint8Array; isCut: boolean } | { why: string }

const rasterImages: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/apng',
  'image/bmp',
  'image/x-icon',
  'image/vnd.microsoft.icon',
])

const binaryTypes: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/octet-stream',
  'application/ogg',
  'application/x-shockwave-flash',
  'application/zip',
  'audio/wave',
  'audio/wav',
  'audio/x-wav',
  'audio/x-pn-wav',
  'audio/mpeg',
  'audio/x-ms-wma',
  'audio/vnd.rn-realaudio',
  'video/mpeg',
  'video/mp4',
  'video/quicktime',
  'video/x-ms-wmv',
  'video/x-msvideo',
  'video/x-flv',
  'video/webm',
])

/** SVG is a text, whatever it shows. */
function isBinary(type: string): boolean {
  return binaryTypes.has(type) || (type.startsWith('image/') && type !== 'image/svg+xml')
}
