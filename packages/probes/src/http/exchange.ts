import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { http } from '@sonde/ground/node-http.ts'
import type { Hop, ResponseHead } from './hop.ts'

export type ExchangeLimits = {
  /** Reading a body stops there, and it counts as complete. What frames it counts as well. */
  bodyBytes: number
  /** The same for the pieces in which it comes: each costs work, however short it is. */
  bodyPieces: number
  /** Of all headers of one answer together. */
  headerBytes: number
  /** Answers such as 103 that may come before the real one. */
  interimAnswers: number
}

export const exchangeLimits: ExchangeLimits = {
  bodyBytes: 26_214_400,
  bodyPieces: 250_000,
  headerBytes: 262_144,
  interimAnswers: 20,
}

export type HopRequest = {
  method: string
  /** Names and values in turns; with a body its length is one of them. */
  headers: readonly string[]
  body: Buffer | null
}

/** A body in pieces of one byte each has five bytes around each of them. */
const mostFraming = 8

/** What no HTTP server does. The code is of the kind that the parser gives. */
class NotHttp extends Error {
  readonly code: string
  constructor(code: string) {
    super('not valid HTTP')
    this.code = code
  }
}

class ConnectionEnded extends Error {
  readonly code = 'ECONNRESET'
}

/**
 * Sends a request over a connection that stands, reads the answer, and closes the connection. What came is
 * written to the hop. Resolves with what went wrong; rejects only when `signal` is aborted.
 */
export function exchange(
  {
    socket,
    request: { method, headers, body },
    wantsBody,
    limits,
  }: {
    socket: Socket
    request: HopRequest
    wantsBody(head: ResponseHead): boolean
    limits: ExchangeLimits
  },
  hop: Hop,
  signal: AbortSignal,
): Promise<Error | null> {
  return new Promise((resolve, reject) => {
    let isOver = false
    let interimAnswers = 0
    let receivedBytes = 0
    let bodyBytes = 0
    let bodyPieces = 0
    let answer: IncomingMessage | null = null
    hop.phase = 'firstByte'
    socket.on('error', ignore)
    const request = http.request({
      createConnection: () => socket,
      method,
      path: hop.url.pathname + hop.url.search,
      headers,
      maxHeaderSize: limits.headerBytes,
    })

    function close(): boolean {
      if (isOver) return false
      isOver = true
      signal.removeEventListener('abort', onAbort)
      request.destroy()
      socket.destroy()
      return true
    }
    function fail(error: Error): void {
      if (close()) resolve(error)
    }
    /** What comes after a whole answer is none of our business: its end is on its way, with all that was read. */
    function failUnlessWhole(error: Error): void {
      if (answer?.complete !== true || answer.destroyed) fail(error)
    }
    function succeed(): void {
      hop.endedMs ??= performance.now()
      if (close()) resolve(null)
    }
    function onAbort(): void {
      if (close()) reject(signal.reason)
    }
    function noteHead(response: IncomingMessage): ResponseHead | null {
      const { statusCode = 0, statusMessage = '', rawHeaders } = response
      if (statusCode < 100) return null
      hop.firstByteMs ??= performance.now()
      hop.phase = 'download'
      hop.head = { status: statusCode, statusText: statusMessage, rawHeaders }
      return hop.head
    }
    /** Counts the wire: what stands between the pieces of a body never reaches whoever reads the body. */
    function onReceived({ length }: Buffer): void {
      receivedBytes += length
      if (answer === null || isOver) return
      // Twice the headers, because part of a body may have come that nobody was handed yet.
      const mostAround = 2 * limits.headerBytes + mostFraming * bodyBytes
      if (receivedBytes - bodyBytes > mostAround) failUnlessWhole(new NotHttp('HPE_FRAMING_OVERFLOW'))
      else if (receivedBytes >= limits.bodyBytes + limits.headerBytes) succeed()
    }
    function onResponse(response: IncomingMessage): void {
      response.on('error', fail)
      if (isOver) return
      const head = noteHead(response)
      if (head === null) return fail(new NotHttp('HPE_INVALID_STATUS'))
      if (!wantsBody(head)) {
        if (close()) resolve(null)
        return
      }
      answer = response
      response.on('data', (chunk: Buffer) => {
        bodyBytes += chunk.length
        bodyPieces += 1
        hop.body.add(chunk)
        if (bodyBytes >= limits.bodyBytes || bodyPieces >= limits.bodyPieces) succeed()
      })
      response.on('end', succeed)
    }

    request.on('error', failUnlessWhole)
    request.on('close', () => {
      // Errors are dear, and nearly every attempt has its answer by now.
      if (!isOver) failUnlessWhole(new ConnectionEnded('the connection was closed'))
    })
    request.on('socket', () => {
      socket.prependOnceListener('data', () => {
        hop.firstByteMs ??= performance.now()
      })
      socket.on('data', onReceived)
      // A tunnel hands its socket over paused, lest a first byte is lost.
      if (socket.isPaused()) socket.resume()
    })
    request.on('information', () => {
      interimAnswers += 1
      if (interimAnswers > limits.interimAnswers) fail(new NotHttp('HPE_INTERIM_FLOOD'))
    })
    request.on('response', onResponse)
    // A server that switches protocols has answered, and says nothing more in this one.
    request.on('upgrade', (response) => {
      if (isOver) return
      if (noteHead(response) === null) fail(new NotHttp('HPE_INVALID_STATUS'))
      else succeed()
    })
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) return onAbort()
    request.end(body ?? undefined)
  })
}

function ignore(): void {
  // Somebody has to listen for errors of a socket, or they end the process.
}
