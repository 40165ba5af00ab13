import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** What was rendered, and its packed forms once somebody wanted them. */
export type CachedBody = {
  contentType: string
  policy: string
  /** The same for the same content. */
  tag: string
  raw: Buffer
  packed: Map<Encoding, Promise<Buffer>>
}

const packers: Readonly<Record<Exclude<Encoding, 'identity'>, (raw: Buffer) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, Buffer>(gzip),
  br: (raw) =>
    promisify(brotliCompress)(raw, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: raw.length,
      },
    }),
}

export function cacheBody({
  contentType,
  policy,
  text,
}: {
  contentType: string
  policy: string
  text: string
}): CachedBody {
  const raw = Buffer.from(text)
  const hash = createHash('sha256').update(policy).update(raw).digest('base64url')
  // Weak: its packed forms have the same.
  return { contentType, policy, raw, tag: `W/"${hash.slice(0, 27)}"`, packed: new Map() }
}

export function packedBody(body: CachedBody, encoding: Encoding): Promise<Buffer> | Buffer {
  if (encoding === 'identity') return body.raw
  const cached = body.packed.get(encoding)
  if (cached !== undefined) return cached
  const packing = packers[encoding](body.raw)
  body.packed.set(encoding, packing)
  return packing
}

/** The best that the visitor takes, by their `Accept-Encoding`. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const encodings = acceptedEncodings(accepted)
  if (encodings.has('br')) return 'br'
  return encodings.has('gzip') ? 'gzip' : 'identity'
}

/** Those that `Accept-Encoding` names and does not exclude. */
export function acceptedEncodings(accepted: string | undefined): Set<string> {
  return new Set(
    (accepted ?? '')
      .toLowerCase()
      .split(',')
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim() ?? ''),
  )
}

/** Whether the visitor has it already, by their `If-None-Match`. */
export function isKnown(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  const bare = (each: string) => each.trim().replace(/^W\//, '')
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((each) => bare(each) === bare(tag))
}
