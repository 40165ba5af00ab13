import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib'
import { longestKeptBody } from '@sonde/schema/check-types/api-check-result.ts'
import { findHeader } from './kept-headers.ts'

/** Bytes as they came: enough for the text that is kept, packed or not. */
const mostBytes = 16_384

/** Unpacked at a time: a few bytes can stand for gigabytes. Zstandard unpacks no less than 128 KB at once. */
const mostDecodedBytes = 1_048_576

/** Takes a body as it comes. */
export type CollectedBody = { add(chunk: Buffer): void }

/** The beginning of a body, which is decoded only for somebody who wants to read it. */
export type CachedBody = CollectedBody & {
  /** '' for what is no text. */
  read(rawHeaders: readonly string[]): string
}

export function createKeptBody(): CachedBody {
  const chunks: Buffer[] = []
  let left = mostBytes
  return {
    add(chunk) {
      if (left <= 0) return
      chunks.push(chunk.length > left ? chunk.subarray(0, left) : chunk)
      left -= chunk.length
    },
    read(rawHeaders) {
      if (chunks.length === 0) return ''
      const type = findHeader(rawHeaders, 'content-type') ?? ''
      if (!isText(type)) return ''
      const encoding = findHeader(rawHeaders, 'content-encoding') ?? ''
      const packed = Buffer.concat(chunks)
      const bytes = unpack(packed, encoding.trim().toLowerCase())
      return bytes === 'too long' ? describeBomb(packed.length) : toText(bytes, charsetIn(type))
    },
  }
}

/** A server that names no type most likely sends an error in plain words. */
function isText(contentType: string): boolean {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return (
    type === '' ||
    /^text\/|^application\/(?:(?:.+\+)?(?:json|xml)|javascript|x-www-form-urlencoded|graphql)$|\+xml$/.test(
      type,
    )
  )
}

function charsetIn(contentType: string): string {
  return /;\s*charset\s*=\s*"?(?<charset>[\w.:-]+)/i.exec(contentType)?.groups?.['charset'] ?? 'utf-8'
}

type Unpack = (bytes: Buffer) => Buffer

// Only the beginning of the packed bytes is there: what they give so far is all that is wanted.
const zlibOptions = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: mostDecodedBytes }
const brotliOptions = { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: mostDecodedBytes }
const zstdOptions = {
  finishFlush: constants.ZSTD_e_flush,
  maxOutputLength: mostDecodedBytes,
  // No more than HTTP allows (RFC 9659): a server may claim to need a window of 128 MB.
  params: { [constants.ZSTD_d_windowLogMax]: 23 },
}

const gunzip: Unpack = (bytes) => gunzipSync(bytes, zlibOptions)
// Many servers send bare deflate under this name, although it stands for the zlib format.
const inflate: Unpack = (bytes) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, zlibOptions) : inflateRawSync(bytes, zlibOptions)

const unpackers: ReadonlyMap<string, Unpack> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', (bytes) => brotliDecompressSync(bytes, brotliOptions)],
  ['zstd', (bytes) => zstdDecompressSync(bytes, zstdOptions)],
])

/** Whoever reads the result is told why there is nothing to read. */
function describeBomb(packedBytes: number): string {
  const mostMegabytes = mostDecodedBytes / 1_048_576
  return `(The body is not shown: ${packedBytes} bytes of it unpack to more than ${mostMegabytes} MB.)`
}

/** What cannot be unpacked is no text. */
function unpack(bytes: Buffer, encoding: string): Buffer | 'too long' {
  if (encoding === '' || encoding === 'identity') return bytes
  const unpackBytes = unpackers.get(encoding)
  if (unpackBytes === undefined) return Buffer.alloc(0)
  for (let length = bytes.length; length > 0; length = Math.floor(length / 2)) {
    const unpacked = tryUnpack(unpackBytes, bytes.subarray(0, length))
    // A part that is too short to give anything says nothing about the whole.
    if (unpacked !== 'too long' && (unpacked.length > 0 || length === bytes.length)) return unpacked
  }
  return 'too long'
}

function tryUnpack(unpackBytes: Unpack, bytes: Buffer): Buffer | 'too long' {
  try {
    return unpackBytes(bytes)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return code === 'ERR_BUFFER_TOO_LARGE' ? 'too long' : Buffer.alloc(0)
  }
}

function toText(bytes: Buffer, charset: string): string {
  // A character has four bytes at most, and one that was cut in two is left out by `stream`.
  const text = decoderFor(charset).decode(bytes.subarray(0, longestKeptBody * 4), { stream: true })
  const cut = text.slice(0, longestKeptBody).replaceAll(/[^\P{Cc}\t\n\r]/gu, '\uFFFD')
  return cut.toWellFormed()
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder()
    throw error
  }
}
