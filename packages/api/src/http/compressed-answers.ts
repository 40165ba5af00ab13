import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { acceptedEncodings } from '@sonde/status-pages/cached-bodies.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './app-type.ts'

const compress = promisify(gzip)

/** What is smaller travels as fast as it is. */
const fewestBytes = 4_096

/**
 * Compresses large JSON of the routes that allow it (`compresses`), on a thread of the pool: lists and charts shrink to a
 * tenth. By the fastest level, which gives most of that, and by gzip: Brotli would take many times as long.
 */
export function compressAnswers(app: App): void {
  // As a hook of these routes alone: one that waits makes every other answer wait a turn, too.
  app.addHook('onRoute', (route) => {
    if (route.config?.compresses === true) route.onSend = [route.onSend ?? [], compressAnswer].flat()
  })
}

async function compressAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', '))
  const isWorthIt = typeof payload === 'string' && payload.length >= fewestBytes
  // Whoever asks for the head alone is told of the answer without any encoding.
  if (!isWorthIt || request.method !== 'GET' || reply.statusCode !== 200) return payload
  if (!acceptedEncodings(String(request.headers['accept-encoding'] ?? '')).has('gzip')) return payload
  reply.header('content-encoding', 'gzip')
  // The length that was counted is that of the text.
  reply.removeHeader('content-length')
  return await compress(payload, { level: constants.Z_BEST_SPEED })
}
