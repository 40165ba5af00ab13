import { Readable } from 'node:stream'
import { notFound } from '@sonde/actions/refusal.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../api-deps.ts'
import { type ByteRange, readRange } from '../http/byte-range.ts'
import { errorBody } from '../http/refusal.ts'
import { missingSentence, type SentFile } from './result-files.ts'

const unknownBytes = 'application/octet-stream'

/** The types that are passed on; a browser is told to save them all, and to run nothing of them. */
export const sentTypes = [
  'application/vnd.tcpdump.pcap',
  'application/json',
  'application/zip',
  'text/plain',
  'text/html',
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/svg+xml',
  'video/webm',
  'video/mp4',
  unknownBytes,
] as const

/**
 * Sends a file that a stranger has written: a script, a page, an agent. It is never a page of ours: whoever opens the
 * address saves it, pictures and videos are shown only where a page of ours has them, and whatever renders it all the
 * same does so in a sandbox without scripts, cookies and storage.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
  { artifacts }: Pick<ApiDeps, 'artifacts'>,
): Promise<FastifyReply> {
  if (file.kind === 'missing') {
    return reply.code(410).send(errorBody(410, `${missingSentence(file.missing)}.`))
  }
  const contentType = sentTypes.find((type) => type === file.contentType) ?? unknownBytes
  const etag = file.kind === 'stored' ? `"${file.sha256}"` : null
  reply
    .header('accept-ranges', 'bytes')
    .header('content-disposition', attachment(file.name))
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (etag !== null) reply.header('etag', etag)
  if (etag !== null && request.headers['if-none-match'] === etag) return reply.code(304).send()
  const ifRange = request.headers['if-range']
  const isSameFile = ifRange === undefined || ifRange === etag
  const range = isSameFile ? readRange(request.headers.range, file.bytes) : null
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${file.bytes}`)
    return reply.code(416).send(errorBody(416, `The file has ${file.bytes} bytes`))
  }
  const body = request.method === 'HEAD' ? Readable.from([]) : await open(file, range)
  // Only where somebody has removed it behind our back, or has restored the database alone.
  if (body === null) throw notFound('file: it is not in the artifact store')
  if (range !== null) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.bytes}`)
  }
  return reply
    .header('content-type', contentType)
    .header('content-length', range === null ? file.bytes : range.end - range.start + 1)
    .send(body)

  async function open(
    sent: Exclude<SentFile, { kind: 'missing' }>,
    part: ByteRange | null,
  ): Promise<Readable | null> {
    if (sent.kind === 'stored') return await artifacts.read(sent.sha256, part)
    return Readable.from([part === null ? sent.content : sent.content.subarray(part.start, part.end + 1)])
  }
}

/** Old browsers read the first name, and all others the second. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w .()-]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
