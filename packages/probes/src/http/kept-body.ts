import { decoderFor, isTextType, unpackBeginning } from '@sonde/ground/http-body.ts'
import { longestKeptBody } from '@sonde/schema/check-types/api-check-result.ts'
import { findHeader } from './kept-headers.ts'
import { type CollectedBody, createWholeBody } from './whole-body.ts'

/** Bytes as they came: enough for the text that is kept, packed or not. */
const mostBytes = 16_384

/** Unpacked at a time: a few bytes can stand for gigabytes. Zstandard unpacks no less than 128 KB at once. */
const mostDecodedBytes = 1_048_576

/** The beginning of a body, which is decoded only for somebody who wants to read it. */
export type CachedBody = CollectedBody & {
  /** '' for what is no text. */
  read(rawHeaders: readonly string[]): string
}

export function createKeptBody(): CachedBody {
  const body = createWholeBody(mostBytes)
  return {
    add: body.add,
    read(rawHeaders) {
      const type = findHeader(rawHeaders, 'content-type') ?? ''
      if (!isTextType(type)) return ''
      const encoding = findHeader(rawHeaders, 'content-encoding') ?? ''
      const packed = Buffer.from(body.bytes().buffer)
      const unpacked = packed.length === 0 ? null : unpackBeginning(packed, encoding, mostDecodedBytes)
      if (unpacked?.kind === 'too-long') return describeBomb(packed.length)
      // What cannot be unpacked is no text.
      return unpacked?.kind === 'bytes' ? toText(unpacked.bytes, type) : ''
    },
  }
}

/** Whoever reads the result is told why there is nothing to read. */
function describeBomb(packedBytes: number): string {
  const mostMegabytes = mostDecodedBytes / 1_048_576
  return `(The body is not shown: ${packedBytes} bytes of it unpack to more than ${mostMegabytes} MB.)`
}

function toText(bytes: Uint8Array, contentType: string): string {
  // A character has four bytes at most, and one that was cut in two is left out by `stream`.
  const text = decoderFor(contentType).decode(bytes.subarray(0, longestKeptBody * 4), { stream: true })
  const cut = text.slice(0, longestKeptBody).replaceAll(/[^\P{Cc}\t\n\r]/gu, '\uFFFD')
  return cut.toWellFormed()
}
