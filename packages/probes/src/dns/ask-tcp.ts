import type { Socket } from 'node:net'
import { describeSocketError, describeTimeout } from '../connection/describe-socket-error.ts'
import { dial } from '../connection/dial.ts'
import { startDeadline } from '../deadline.ts'
import { type QueryOutcome, malformedReply, type ServerPeer } from './query-outcome.ts'
import type { Query } from './query.ts'
import { readReply } from './read-reply.ts'

/** Of replies to other questions that a server may send before ours. */
const mostForeignReplies = 100

/** Asks one server over a connection of its own. Connecting is part of the time. Rejects only when aborted. */
export async function askTcp(
  peer: ServerPeer,
  query: Query,
  { giveUpMs }: { giveUpMs: number },
  signal: AbortSignal,
): Promise<QueryOutcome> {
  const startedMs = performance.now()
  const dialled = await dial(peer, giveUpMs, signal)
  if (dialled.kind === 'failed') return dialled
  const { socket, leftMs } = dialled
  return exchange(socket, { peer, query, startedMs, giveUpMs, leftMs, signal })
}

type Exchange = {
  peer: ServerPeer
  query: Query
  startedMs: number
  giveUpMs: number
  leftMs: number
  signal: AbortSignal
}

function exchange(
  socket: Socket,
  { peer, query, startedMs, giveUpMs, leftMs, signal }: Exchange,
): Promise<QueryOutcome> {
  return new Promise((resolve, reject) => {
    const frames = createFrames()
    let foreign = 0
    const deadline = startDeadline(leftMs, () =>
      finish({ kind: 'failed', error: describeTimeout(peer, { ms: giveUpMs, phase: 'query' }) }),
    )

    function end(): void {
      deadline.cancel()
      signal.removeEventListener('abort', onAbort)
      socket.off('data', onData)
      socket.off('end', onEnd)
      socket.off('close', onEnd)
      socket.off('error', onError)
      socket.on('error', ignore)
      socket.destroy()
    }

    function finish(outcome: QueryOutcome): void {
      end()
      resolve(outcome)
    }

    function onData(chunk: Buffer): void {
      const lookupMs = performance.now() - startedMs
      for (const message of frames.add(chunk)) {
        const read = readReply(message, query)
        if (read.kind === 'reply') return finish({ kind: 'reply', reply: read.reply, lookupMs })
        if (read.kind === 'malformed') return finish(malformedReply(peer, read.why))
        foreign += 1
        if (foreign > mostForeignReplies)
          return finish(malformedReply(peer, 'it answers a different question'))
      }
    }

    function onEnd(): void {
      finish(malformedReply(peer, 'the connection was closed before it was complete'))
    }

    function onError(error: Error): void {
      finish({ kind: 'failed', error: describeSocketError(error, peer) })
    }

    function onAbort(): void {
      end()
      reject(signal.reason)
    }

    socket.on('data', onData)
    socket.on('end', onEnd)
    socket.on('close', onEnd)
    socket.on('error', onError)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) return onAbort()
    // One write, so that it is one packet: some servers read no further than the first.
    const framed = Buffer.allocUnsafe(query.message.length + 2)
    framed.writeUInt16BE(query.message.length, 0)
    query.message.copy(framed, 2)
    socket.write(framed)
  })
}

/** Of a socket that nobody reads any more. */
function ignore(): void {
  return undefined
}

/** Takes a stream apart into messages, each with its length before it, in whatever pieces it comes. */
function createFrames(): { add(chunk: Buffer): Generator<Buffer> } {
  const head = Buffer.alloc(2)
  let headBytes = 0
  let body: Buffer | null = null
  let bodyBytes = 0
  return {
    *add(chunk) {
      let at = 0
      while (at < chunk.length) {
        if (body === null) {
          head[headBytes] = chunk[at] ?? 0
          headBytes += 1
          at += 1
          if (headBytes < 2) continue
          body = Buffer.alloc(head.readUInt16BE(0))
          bodyBytes = 0
        }
        const copied = chunk.copy(body, bodyBytes, at)
        bodyBytes += copied
        at += copied
        if (bodyBytes < body.length) continue
        const message = body
        headBytes = 0
        body = null
        yield message
      }
    },
  }
}
