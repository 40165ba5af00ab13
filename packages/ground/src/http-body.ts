import {
  brotliDecompressSync,
  constants,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib'

/** The type in a Content-Type header, in lower case and without its parameters. */
export function mediaTypeIn(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** A server that names no type most likely sends an error in plain words. */
export function isTextType(contentType: string): boolean {
  const type = mediaTypeIn(contentType)
  return (
    type === '' ||
    /^text\/|^application\/(?:(?:.+\+)?(?:json|xml)|javascript|x-www-form-urlencoded|graphql)$|\+xml$/.test(
      type,
    )
  )
}

/** Decodes by the charset that the header names; one that nobody knows is taken for UTF-8. */
export function decoderFor(contentType: string): TextDecoder {
  const charset =
    /;\s*charset\s*=\s*"?(?<charset>[\w.:-]+)/i.exec(contentType)?.groups?.['charset'] ?? 'utf-8'
  try {
    return new TextDecoder(charset)
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder()
    throw error
  }
}

type Unpack = (bytes: Uint8Array, maxOutputLength: number) => Buffer

// Only the beginning of the packed bytes may be there: what they give so far is all that is wanted.
const zlibOptions = { finishFlush: constants.Z_SYNC_FLUSH }
const brotliOptions = { finishFlush: constants.BROTLI_OPERATION_FLUSH }
const zstdOptions = {
  finishFlush: constants.ZSTD_e_flush,
  // No more than HTTP allows (RFC 9659): a server may claim to need a window of 128 MB.
  params: { [constants.ZSTD_d_windowLogMax]: 23 },
}

const gunzip: Unpack = (bytes, maxOutputLength) => gunzipSync(bytes, { ...zlibOptions, maxOutputLength })
// Many servers send bare deflate under this name, although it stands for the zlib format.
const inflate: Unpack = (bytes, maxOutputLength) =>
  (((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync : inflateRawSync)(bytes, { ...zlibOptions, maxOutputLength })

const unpackers: ReadonlyMap<string, Unpack> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', (bytes, maxOutputLength) => brotliDecompressSync(bytes, { ...brotliOptions, maxOutputLength })],
  ['zstd', (bytes, maxOutputLength) => zstdDecompressSync(bytes, { ...zstdOptions, maxOutputLength })],
])

export function isPacked(contentEncoding: string): boolean {
  const encoding = contentEncoding.trim().toLowerCase()
  return encoding !== '' && encoding !== 'identity'
}

export type UnpackedBody =
  | { kind: 'bytes'; bytes: Uint8Array }
  /** More than the limit: a few bytes can stand for gigabytes. */
  | { kind: 'too-long' }
  /** Not what its header says, or in an encoding that nobody knows. */
  | { kind: 'unreadable' }

/** What a body, or the beginning of one, stands for. */
export function unpackBody(
  bytes: Uint8Array,
  contentEncoding: string,
  maxOutputLength: number,
): UnpackedBody {
  if (!isPacked(contentEncoding)) return { kind: 'bytes', bytes }
  const unpack = unpackers.get(contentEncoding.trim().toLowerCase())
  if (unpack === undefined) return { kind: 'unreadable' }
  try {
    return { kind: 'bytes', bytes: unpack(bytes, maxOutputLength) }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    return { kind: code === 'ERR_BUFFER_TOO_LARGE' ? 'too-long' : 'unreadable' }
  }
}

/** As much of a body as stays under the limit: of its packed bytes half, and half of them again, until it does. */
export function unpackBeginning(
  bytes: Uint8Array,
  contentEncoding: string,
  maxOutputLength: number,
): UnpackedBody & { isCut: boolean } {
  for (let length = bytes.length; length > 0; length = Math.floor(length / 2)) {
    const unpacked = unpackBody(bytes.subarray(0, length), contentEncoding, maxOutputLength)
    const isCut = length < bytes.length
    // A part that is too short to give anything says nothing about the whole.
    if (unpacked.kind === 'bytes' && (unpacked.bytes.length > 0 || !isCut)) return { ...unpacked, isCut }
    if (unpacked.kind === 'unreadable' && !isCut) return { ...unpacked, isCut }
  }
  return { kind: 'too-long', isCut: true }
}
