import {
  connect,
  constants,
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
} from 'node:http2'
import type { Socket } from 'node:net'
import { agentVersion } from '@sonde/schema/agents/agent-version.ts'
import type { GrpcMetadata } from '@sonde/schema/check-types/grpc/result.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { describeSocketError, type Peer } from '../connection/describe-socket-error.ts'
import { createFrameReader, frame } from './message-frames.ts'
import { readStatus, shownMetadata } from './status-headers.ts'

/** One HTTP/2 connection to a gRPC server. */
export type GrpcConnection = {
  open(request: CallRequest): GrpcCall
  /** Ends every call and the socket. */
  close(): void
}

export type CallRequest = {
  /** `package.Service/Method`. */
  method: string
  metadata: GrpcMetadata
  /** The call is over, as a success, when so many messages have come. */
  mostMessages: number
  onMessage(message: Buffer): void
}

export type GrpcCall = {
  send(message: Buffer): void
  /** No more messages from us. */
  finish(): void
  cancel(): void
  /** Never rejects. */
  ended: Promise<CallEnd>
}

export type CallEnd =
  /** What the server said; 8 is ours for an answer that is too large. */
  | { kind: 'status'; code: number; message: string; metadata: { key: string; value: string }[] }
  /** There was no status: the connection broke (14), or the peer does not speak gRPC (13). */
  | { kind: 'broken'; code: 13 | 14; error: ProbeError }

/** Of one message, and of all messages of a call. */
const longestMessageBytes = 4 * 1024 * 1024
const mostBytesOfCall = 2 * longestMessageBytes

/** Of everything that a server sends, over all calls: frames that belong to no message cost time as well, and may never end. */
const mostBytesOfConnection = 4 * mostBytesOfCall
/** They do not come by us: how many there were is looked at so often. */
const countEveryMs = 50
const tooMuchCode = 'ERR_TOO_MUCH_RECEIVED'

/** Of the headers that a server may send. */
const longestHeadersBytes = 16_384

/**
 * Speaks gRPC over a socket of ours, which is gone when this throws. The libraries make their own connections, by their own names, proxies and
 * retries; here exactly one is made, and somebody else has made it.
 */
export function startGrpc(socket: Socket, peer: Peer, { isTls }: { isTls: boolean }): GrpcConnection {
  const scheme = isTls ? 'https' : 'http'
  const host = peer.host.includes(':') ? `[${peer.host}]` : peer.host
  const session = startSession(scheme, socket)
  let failure: Error | null = null
  session.on('error', (error: Error) => {
    failure = error
  })
  const counting = setInterval(() => {
    if (socket.bytesRead <= mostBytesOfConnection) return
    session.destroy(Object.assign(new Error('too much was received'), { code: tooMuchCode }))
  }, countEveryMs)
  counting.unref()
  session.once('close', () => clearInterval(counting))
  return {
    open: (request) =>
      session.destroyed || session.closed
        ? lostCall(peer, failure)
        : openCall(session, peer, { scheme, authority: `${host}:${peer.port}` }, request),
    close: () => session.destroy(),
  }
}

function startSession(scheme: string, socket: Socket): ClientHttp2Session {
  try {
    return connect(`${scheme}://peer.invalid`, {
      createConnection: () => socket,
      settings: { enablePush: false, initialWindowSize: 1024 * 1024, maxHeaderListSize: longestHeadersBytes },
      maxHeaderListPairs: 256,
    })
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** The peer has left between two calls. */
function lostCall(peer: Peer, failure: Error | null): GrpcCall {
  return { send: ignore, finish: ignore, cancel: ignore, ended: Promise.resolve(describeLoss(peer, failure)) }
}

function describeLoss(peer: Peer, failure: Error | null): CallEnd {
  return describeBreak(peer, { failure, headers: null, rstCode: constants.NGHTTP2_CANCEL })
}

function openCall(
  session: ClientHttp2Session,
  peer: Peer,
  { scheme, authority }: { scheme: string; authority: string },
  { method, metadata, mostMessages, onMessage }: CallRequest,
): GrpcCall {
  const stream = session.request(
    {
      'user-agent': `Sonde/${agentVersion}`,
      ...joined(metadata),
      ':method': 'POST',
      ':scheme': scheme,
      ':authority': authority,
      ':path': `/${method}`,
      te: 'trailers',
      'content-type': 'application/grpc',
      'grpc-accept-encoding': 'identity',
    },
    { endStream: false },
  )
  const { promise: ended, resolve } = Promise.withResolvers<CallEnd>()
  const frames = createFrameReader({ longestMessageBytes, mostBytes: mostBytesOfCall })
  let headers: IncomingHttpHeaders | null = null
  let trailers: IncomingHttpHeaders = {}
  let failure: Error | null = null
  let messages = 0
  let isOver = false

  function end(result: CallEnd): void {
    if (isOver) return
    isOver = true
    stream.close(constants.NGHTTP2_CANCEL)
    resolve(result)
  }

  /** A status of ours, in place of one of the server. */
  const conclude = (code: number, message: string): void =>
    end({ kind: 'status', code, message, metadata: shownMetadata(headers ?? {}, {}) })
  const breakOff = (why: string): void => end({ kind: 'broken', code: 13, error: protocolError(peer, why) })

  function take(chunk: Buffer): void {
    if (isOver || !isGrpc(headers)) return
    for (const read of frames.read(chunk)) {
      if (read.kind === 'too-large')
        return conclude(8, `The response is larger than ${read.limitBytes} bytes`)
      if (read.kind === 'compressed') return breakOff('sent a compressed message, which was not requested')
      messages += 1
      onMessage(read.message)
      if (isOver) return
      if (messages >= mostMessages) return conclude(0, '')
    }
  }

  function endCall(): void {
    if (isOver) return
    const status = readStatus(headers ?? {}, trailers)
    if (status !== null && isGrpc(headers)) {
      if (frames.isCut() && status.code === 0) return breakOff('ended in the middle of a message')
      return end({ kind: 'status', ...status, metadata: shownMetadata(headers ?? {}, trailers) })
    }
    end(describeBreak(peer, { failure, headers, rstCode: stream.rstCode ?? 0 }))
  }

  stream.on('response', (received) => {
    headers = received
  })
  stream.on('trailers', (received) => {
    trailers = received
  })
  stream.on('data', take)
  stream.on('end', () => {
    // Later than the trailers, and the other direction may still be open.
    if (readStatus(headers ?? {}, trailers) !== null) endCall()
  })
  stream.on('error', (error: Error) => {
    failure = error
  })
  stream.on('close', endCall)
  return {
    send: (message) => write(stream, frame(message)),
    finish: () => {
      if (!stream.destroyed) stream.end()
    },
    cancel: () => conclude(1, 'Cancelled'),
    ended,
  }
}

function write(stream: ClientHttp2Stream, bytes: Buffer): void {
  if (!stream.destroyed && !stream.writableEnded) stream.write(bytes)
}

/** Several values of one key are one value with commas, as servers read them anyway. */
function joined(metadata: GrpcMetadata): Record<string, string> {
  const values = new Map<string, string>()
  for (const { key, value } of metadata) {
    const name = key.toLowerCase()
    const before = values.get(name)
    values.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(values)
}

function isGrpc(headers: IncomingHttpHeaders | null): boolean {
  return headers !== null && (headers['content-type'] ?? '').startsWith('application/grpc')
}

function describeBreak(
  peer: Peer,
  {
    failure,
    headers,
    rstCode,
  }: { failure: Error | null; headers: IncomingHttpHeaders | null; rstCode: number },
): CallEnd {
  const code = codeOf(failure)
  const notGrpc = (why: string): CallEnd => ({ kind: 'broken', code: 13, error: protocolError(peer, why) })
  if (code === 'ERR_HTTP2_ERROR') return notGrpc('did not answer with valid HTTP/2')
  // A call that ends with its connection has an error of its own.
  if (code === tooMuchCode || codeOf(failure?.cause) === tooMuchCode) {
    return notGrpc(`sent more than ${mostBytesOfConnection} bytes`)
  }
  if (headers !== null && !isGrpc(headers)) {
    return notGrpc(
      `did not answer as a gRPC server: HTTP ${String(headers[':status'])}, ${(headers['content-type'] ?? 'no content type').slice(0, 100)}`,
    )
  }
  if (code === 'ERR_HTTP2_STREAM_ERROR') {
    if (rstCode !== constants.NGHTTP2_REFUSED_STREAM)
      return notGrpc(`reset the call (HTTP/2 code ${rstCode})`)
    return broken(peer, new Error('refused'), 'refused the call')
  }
  if (failure === null && rstCode === 0) return notGrpc('ended the call without a gRPC status')
  return broken(peer, failure ?? new Error('closed'), null)
}

/** The connection went away in the middle of it. */
function broken(peer: Peer, failure: Error, why: string | null): CallEnd {
  const isOfSystem = 'code' in failure && !String(failure.code).startsWith('ERR_')
  const error = describeSocketError(
    isOfSystem ? failure : Object.assign(new Error(failure.message), { code: 'ECONNRESET' }),
    peer,
  )
  return {
    kind: 'broken',
    code: 14,
    error: {
      ...error,
      phase: 'call',
      ...(why === null ? {} : { message: `${peer.host}:${peer.port} ${why}` }),
    },
  }
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error ? String(error.code) : null
}

function protocolError({ host, address, port }: Peer, why: string): ProbeError {
  return {
    code: 'ERR_GRPC_PROTOCOL',
    message: `${host}:${port} ${why}`,
    hostname: host,
    port,
    phase: 'call',
    ...(address === null ? {} : { address }),
  }
}

function ignore(): void {
  return undefined
}
