import { connect, type Socket } from 'node:net'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { startDeadline } from '../deadline.ts'
import { describeSocketError, describeTimeout, type Peer } from './describe-socket-error.ts'

export type Dialled =
  /** `leftMs`: of the time that connecting had. */
  { kind: 'open'; socket: Socket; connectMs: number; leftMs: number } | { kind: 'failed'; error: ProbeError }

/** Connects to one address. The socket has no listeners of ours any more: whoever gets it must listen for errors at once. */
export function dial(
  peer: Peer & { address: string },
  connectMs: number,
  signal: AbortSignal,
): Promise<Dialled> {
  return new Promise((resolve, reject) => {
    const startedMs = performance.now()
    const socket = connect({ host: peer.address, port: peer.port, autoSelectFamily: false })
    const deadline = startDeadline(connectMs, () => {
      end()
      socket.destroy()
      resolve({ kind: 'failed', error: describeTimeout(peer, { ms: connectMs, phase: 'connect' }) })
    })
    const onConnect = (): void => {
      end()
      const elapsedMs = performance.now() - startedMs
      resolve({ kind: 'open', socket, connectMs: elapsedMs, leftMs: deadline.leftMs() })
    }
    const onError = (error: Error): void => {
      end()
      resolve({ kind: 'failed', error: describeSocketError(error, peer) })
    }
    const onAbort = (): void => {
      end()
      socket.destroy()
      reject(signal.reason)
    }
    function end(): void {
      deadline.cancel()
      socket.off('connect', onConnect)
      socket.off('error', onError)
      signal.removeEventListener('abort', onAbort)
    }
    socket.once('connect', onConnect)
    socket.once('error', onError)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}
