import type { ProbeContext } from '../probe.ts'
import type { ConnectionTarget, Opening } from './connection.ts'
import { dial } from './dial.ts'
import { openTunnel } from './open-tunnel.ts'

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
