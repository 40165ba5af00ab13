import { isRecord } from '@sonde/ground/is-record.ts'
import type { SettledBefore } from '../check-kind.ts'
import { defaultPortOf, defaultUnknownHops, traceProtocols } from './traceroute-path.ts'

/**
 * Fills in what has no fixed default, because it follows from another field. On an update, a value that was
 * stored for another protocol or a longer path, and not sent anew, means nothing any more.
 */
export function settleTracerouteFields(check: Record<string, unknown>, before: SettledBefore | null): void {
  const { request } = check
  if (!isRecord(request)) return
  const stored = recordIn(before?.stored)
  const sent = recordIn(before?.sent)
  const settled: Record<string, unknown> = { ...request }
  const protocol = traceProtocols.find((name) => name === settled['protocol']) ?? 'TCP'
  const isOtherProtocol = before !== null && stored['protocol'] !== settled['protocol']
  if (isOtherProtocol && sent['port'] === undefined) delete settled['port']
  if (protocol === 'ICMP') delete settled['port']
  else if (settled['port'] === undefined) settled['port'] = defaultPortOf(protocol)

  const maxHops = typeof settled['maxHops'] === 'number' ? settled['maxHops'] : 30
  const { maxUnknownHops } = settled
  const isTooMany = typeof maxUnknownHops === 'number' && maxUnknownHops > maxHops
  if (
    maxUnknownHops === undefined ||
    (before !== null && isTooMany && sent['maxUnknownHops'] === undefined)
  ) {
    settled['maxUnknownHops'] = defaultUnknownHops(maxHops)
  }
  check['request'] = settled
}

function recordIn(check: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, unknown>> {
  const request = check?.['request']
  return isRecord(request) ? request : {}
}
