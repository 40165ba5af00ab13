import type { Logger } from '@sonde/ground/logger.ts'
import { BlobStoreUnavailable } from '@sonde/artifacts/blob-store.ts'
import { IntakeBusy } from '@sonde/runs/results/intake-gate.ts'
import { StandingBy } from '@sonde/runs/runs.ts'
import { CommitUnknown, ConnectionLost, StoreUnavailable } from '@sonde/store/engine/failures.ts'
import { PingTokenTaken } from '@sonde/store/heartbeats/heartbeats.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import type { App } from './app-type.ts'
import type { KnownPaths } from './known-paths.ts'
import { refusalOfOldClient } from './old-clients.ts'
import { Refusal } from '@sonde/actions/refusal.ts'
import { HttpRefusal, errorBody, httpRefusal } from './refusal.ts'

/** Answers a browser that was led to an address without anything. */
export type ShowMissingPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Turns everything that goes wrong into the error body; nothing internal leaves the process. */
export function answerErrors(
  app: App,
  log: Logger,
  { paths, showMissingPage }: { paths: KnownPaths; showMissingPage: ShowMissingPage | null },
): void {
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, log))
  app.setNotFoundHandler((request) => {
    throw nothingThere(request)
  })
  // Before the body is read: what is wrong with it does not matter where nothing is.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return undefined
    const old = refusalOfOldClient(request, pathOf(request))
    if (old !== null) throw old
    const allow = paths.allowedAt(pathOf(request)).join(', ')
    if (allow === '') {
      if (showMissingPage !== null && isForPeople(request)) return showMissingPage(request, reply)
      throw nothingThere(request)
    }
    if (request.method !== 'OPTIONS') {
      throw new HttpRefusal(405, `${request.method} is not allowed here: ${allow}`, {}, { allow })
    }
    return reply.header('allow', allow).code(204).send()
  })
}

export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): FastifyReply {
  // What is refused before any hook runs, such as a path that is no address, has no id yet.
  reply.header('x-request-id', request.id)
  if (error instanceof Refusal) return answerRefusal(httpRefusal(error), reply)
  if (error instanceof HttpRefusal) return answerRefusal(error, reply)
  if (error instanceof PingTokenTaken) {
    return reply.code(409).send(errorBody(409, error.message))
  }
  if (error instanceof StandingBy) {
    return reply.code(503).header('retry-after', '1').send(errorBody(503, error.message))
  }
  if (error instanceof IntakeBusy) {
    const { retryAfterSeconds, message } = error
    return reply.code(503).header('retry-after', String(retryAfterSeconds)).send(errorBody(503, message))
  }
  if (error instanceof StoreUnavailable) {
    log.error({ err: error, requestId: request.id }, 'the database did not answer')
    const message =
      error instanceof CommitUnknown
        ? `The connection to the database was lost. It is not known whether this was written: look before you try again. The server log has the details under request ${request.id}`
        : `The database is not available: try again later. The server log has the details under request ${request.id}`
    // Another server may have the primary already; what is full or broken takes longer.
    const retryAfter = error instanceof ConnectionLost ? '1' : '5'
    return reply.code(503).header('retry-after', retryAfter).send(errorBody(503, message))
  }
  if (error instanceof BlobStoreUnavailable) {
    log.error({ err: error, requestId: request.id }, 'the artifact store cannot be used')
    const message = `The artifact store is not available: try again later. The server log has the details under request ${request.id}`
    return reply.code(503).header('retry-after', '5').send(errorBody(503, message))
  }
  const { statusCode, code } = error as Partial<FastifyError>
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const message =
      code === tooLargeCode ? tooLarge(request) : (knownMessages[code ?? ''] ?? (error as Error).message)
    return reply.code(statusCode).send(errorBody(statusCode, message))
  }
  log.error(
    // The template and not the path: a path can hold a secret.
    { err: error, requestId: request.id, method: request.method, route: request.routeOptions.url },
    'request failed',
  )
  return reply
    .code(500)
    .send(errorBody(500, `Internal server error. The server log has the details under request ${request.id}`))
}

function answerRefusal(
  { statusCode, message, extra, headers }: HttpRefusal,
  reply: FastifyReply,
): FastifyReply {
  return reply
    .code(statusCode)
    .headers(headers)
    .send(errorBody(statusCode, message, extra))
}

function nothingThere(request: FastifyRequest): Refusal {
  return new Refusal('not-found', `There is no operation ${request.method} ${pathOf(request)}`)
}

/** Addresses that programs use: whoever asks there reads the error body. */
const forPrograms = /^\/(?:v\d+|next|next-v2|agent|assets|ping)(?:\/|$)/

function isForPeople(request: FastifyRequest): boolean {
  const accepted = String(request.headers.accept ?? '')
  return request.method === 'GET' && accepted.includes('text/html') && !forPrograms.test(pathOf(request))
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? ''
}

const tooLargeCode = 'FST_ERR_CTP_BODY_TOO_LARGE'

/** What was packed counts by what comes out of it. Forms of pages have limits of their own, which are not told here. */
function tooLarge({ headers, routeOptions }: FastifyRequest): string {
  const { bodyLimit, schema, config } = routeOptions
  const isPacked = /gzip/i.test(headers['content-encoding'] ?? '')
  const isKnown = bodyLimit !== undefined && schema?.hide !== true
  const most = isKnown ? sizeText(bodyLimit) : 'is taken here'
  // Clients of the reference read the number in answers to what they upload.
  const bytes = isKnown && config.largeBody !== undefined ? `, maximum allowed: ${bodyLimit}` : ''
  return `The body is larger than ${most}${isPacked ? ' when decompressed' : ''}${bytes}`
}

function sizeText(bytes: number): string {
  const kilobytes = Math.floor(bytes / 1024)
  return kilobytes < 1024 ? `${kilobytes} KB` : `${Math.floor(kilobytes / 1024)} MB`
}

const knownMessages: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be application/json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The length of the body differs from Content-Length',
  FST_ERR_BAD_URL: 'The path is not a valid address',
  Z_DATA_ERROR: 'The body is not valid gzip',
  Z_BUF_ERROR: 'The gzipped body is incomplete',
}

/** What is not even HTTP is answered on the bare socket, in the same shape. */
export function createClientErrorAnswer(
  newRequestId: () => string,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const [statusCode, message] = clientErrors[error.code ?? ''] ?? [400, 'This is not a valid HTTP request']
    const answer = errorBody(statusCode, message)
    const body = JSON.stringify(answer)
    socket.end(
      `HTTP/1.1 ${statusCode} ${answer.error}\r\n` +
        'Content-Type: application/json; charset=utf-8\r\n' +
        `X-Request-Id: ${newRequestId()}\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
}

const clientErrors: Readonly<Record<string, [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to arrive'],
}
