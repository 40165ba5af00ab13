import { connect, type Socket } from 'node:net'
import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { startDeadline } from '../deadline.ts'
import type { ProbeContext } from '../probe.ts'
import { describeSocketError, describeTimeout, type Peer } from './describe-socket-error.ts'
import { openTunnel } from './open-tunnel.ts'

export type ConnectionTarget = {
  host: string
  port: number
  family: IpFamily
  /**
   * For the connection itself, the tunnel through a proxy included; names have 5 s of their own. Infinity: the
   * deadline of the whole attempt ends this too, by an abort.
   */
  connectMs: number
}

export type Connection = {
  socket: Socket
  /** Of the target; null behind a proxy, which alone knows it. */
  address: string | null
  port: number
  dnsMs: number
  connectMs: number
}

export type Opening =
  | { kind: 'open'; connection: Connection }
  /** `dnsMs` is null when the name was not resolved. */
  | {
      kind: 'failed'
      error: ProbeError
      stage: 'dns' | 'connect'
      address: string | null
      dnsMs: number | null
    }

type Needed = Pick<ProbeContext, 'resolveName' | 'resolveProxy' | 'proxy' | 'authorities'>

/**
 * A fresh connection to the target: exactly one address, no reuse, straight or by CONNECT through the proxy of
 * the location. Throws only when `signal` is aborted.
 */
export async function openConnection(
  target: ConnectionTarget,
  { resolveName, resolveProxy, proxy, authorities }: Needed,
  signal: AbortSignal,
): Promise<Opening> {
  if (proxy !== null) return openTunnel(target, { resolveName, resolveProxy, proxy, authorities }, signal)
  const { host, port, family } = target
  const resolution = await resolveName(host, family)
  signal.throwIfAborted()
  if (resolution.kind === 'failed') {
    return {
      kind: 'failed',
      error: resolution.error,
      stage: 'dns',
      address: resolution.error.address ?? null,
      dnsMs: null,
    }
  }
  const { address, durationMs: dnsMs } = resolution
  const dialled = await dial({ host, address, port }, target.connectMs, signal)
  return dialled.kind === 'failed'
    ? { ...dialled, stage: 'connect', address, dnsMs }
    : {
        kind: 'open',
        connection: { socket: dialled.socket, address, port, dnsMs, connectMs: dialled.connectMs },
      }
}

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
