// @ts-check

/** Loaded for a body that is packed: most runs never come to one. @type {() => typeof import('node:zlib')} */
const loadZlib = process.getBuiltinModule.bind(process, 'node:zlib')

/** @type {Record<string, (bytes: Buffer, maxOutputLength: number) => Buffer>} */
const unpackers = {
  gzip: (bytes, maxOutputLength) => loadZlib().gunzipSync(bytes, { ...plain(), maxOutputLength }),
  'x-gzip': (bytes, maxOutputLength) => loadZlib().gunzipSync(bytes, { ...plain(), maxOutputLength }),
  deflate: (bytes, maxOutputLength) =>
    ((bytes[0] ?? 0) & 15) === 8
      ? loadZlib().inflateSync(bytes, { ...plain(), maxOutputLength })
      : loadZlib().inflateRawSync(bytes, { ...plain(), maxOutputLength }),
  br(bytes, maxOutputLength) {
    const { brotliDecompressSync, constants } = loadZlib()
    return brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength })
  },
  zstd(bytes, maxOutputLength) {
    const { zstdDecompressSync, constants } = loadZlib()
    return zstdDecompressSync(bytes, {
      finishFlush: constants.ZSTD_e_flush,
      params: { [constants.ZSTD_d_windowLogMax]: 23 },
      maxOutputLength,
    })
  },
}

/** Only the beginning of the packed bytes may be there: what they give so far is all that is wanted. */
function plain() {
  return { finishFlush: loadZlib().constants.Z_SYNC_FLUSH }
}

/**
 * The body of a response as scripts read it. It is unpacked here and not by the agent: a few bytes can stand for
 * gigabytes, and this process has limits of its own.
 *
 * @param {Buffer} bytes
 * @param {{ encoding: string, charset: string, mostBytes: number }} how
 */
export function readText(bytes, { encoding, charset, mostBytes }) {
  const unpacked = unpackBeginning(bytes, encoding, mostBytes)
  if (unpacked === null) return `(the body is not ${encoding}, though its header says so)`
  return decoderFor(charset).decode(unpacked)
}

/** @param {Buffer} bytes @param {string} encoding @param {number} mostBytes */
function unpackBeginning(bytes, encoding, mostBytes) {
  if (encoding === '' || bytes.length === 0) return bytes
  const unpack = Object.hasOwn(unpackers, encoding) ? unpackers[encoding] : undefined
  if (unpack === undefined) return null
  for (let length = bytes.length; length > 0; length = Math.floor(length / 2)) {
    try {
      return unpack(bytes.subarray(0, length), mostBytes)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      if (code !== 'ERR_BUFFER_TOO_LARGE' && length === bytes.length) return null
    }
  }
  return null
}

/** @param {string} charset */
function decoderFor(charset) {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
