import { createSocket } from 'node:dgram'
import { isIPv6 } from 'node:net'
import { describeSocketError, describeTimeout } from '../connection/describe-socket-error.ts'
import { startDeadline } from '../deadline.ts'
import { type QueryOutcome, malformedReply, type ServerPeer } from './query-outcome.ts'
import type { Query } from './query.ts'
import { readReply } from './read-reply.ts'

export type UdpTimes = {
  /** After the first send. */
  resendMs: readonly number[]
  giveUpMs: number
}

/**
 * Asks one server by datagrams. The socket is used for this query alone, from a port that nobody can guess, and
 * connected: the kernel keeps replies of others away and tells when the port is closed. Rejects only when aborted.
 */
export function askUdp(
  peer: ServerPeer,
  query: Query,
  { resendMs, giveUpMs }: UdpTimes,
  signal: AbortSignal,
): Promise<QueryOutcome> {
  return new Promise((resolve, reject) => {
    const socket = createSocket({ type: isIPv6(peer.address) ? 'udp6' : 'udp4', lookup: alreadyKnown })
    const steps = [...resendMs.filter((ms) => ms < giveUpMs), giveUpMs]
    let startedMs = performance.now()
    let step = 0
    let timer: { cancel(): void } | null = null
    let isOver = false

    function end(): void {
      isOver = true
      timer?.cancel()
      signal.removeEventListener('abort', onAbort)
      socket.off('message', onMessage)
      socket.close()
    }

    function finish(outcome: QueryOutcome): void {
      // A datagram whose sending failed may be heard of after the reply to an earlier one.
      if (isOver) return
      end()
      resolve(outcome)
    }

    function onAbort(): void {
      end()
      reject(signal.reason)
    }

    function send(): void {
      socket.send(query.message, (error) => {
        if (error !== null) onError(error)
      })
    }

    function waitForNextStep(): void {
      const nextMs = (steps[step] ?? giveUpMs) - (steps[step - 1] ?? 0)
      timer = startDeadline(nextMs, () => {
        step += 1
        if (step === steps.length) {
          return finish({
            kind: 'failed',
            error: describeTimeout(peer, { ms: giveUpMs, phase: 'query' }),
          })
        }
        waitForNextStep()
        send()
      })
    }

    function onError(error: Error): void {
      finish({ kind: 'failed', error: describeSocketError(error, peer) })
    }

    function onMessage(bytes: Buffer): void {
      const lookupMs = performance.now() - startedMs
      const read = readReply(bytes, query)
      if (read.kind === 'foreign') return
      finish(
        read.kind === 'reply'
          ? { kind: 'reply', reply: read.reply, lookupMs }
          : malformedReply(peer, read.why),
      )
    }

    socket.on('error', onError)
    socket.on('message', onMessage)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) return onAbort()
    socket.once('connect', () => {
      if (isOver) return
      startedMs = performance.now()
      waitForNextStep()
      send()
    })
    socket.connect(peer.port, peer.address)
  })
}

type Found = (error: Error | null, address: string, family: number) => void

/** The address of a server is known by now, and Node would look it up once more. */
function alreadyKnown(address: string, family: unknown, found: Found): void {
  found(null, address, typeof family === 'number' ? family : 4)
}
