import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckBefore } from '../check-kind.ts'
import { defaultPortOf, defaultUnknownHops, traceProtocols } from './traceroute-path.ts'

/**
 * Fills in what has no fixed default, because it follows from another field. On an update, a value that was
 * stored for another protocol or a longer path, and not sent anew, means nothing any more.
 */
export function fillTracerouteDefaults(check: Record<string, unknown>, before: CheckBefore | null): void {
  const { request } = check
  if (!isRecord(request)) return
  const stored = recordIn(before?.stored)
  const sent = recordIn(before?.sent)
  const complete: Record<string, unknown> = { ...request }
  const protocol = traceProtocols.find((name) => name === complete['protocol']) ?? 'TCP'
  const isOtherProtocol = before !== null && stored['protocol'] !== complete['protocol']
  if (isOtherProtocol && sent['port'] === undefined) delete complete['port']
  if (protocol === 'ICMP') delete complete['port']
  else if (complete['port'] === undefined) complete['port'] = defaultPortOf(protocol)

  const maxHops = typeof complete['maxHops'] === 'number' ? complete['maxHops'] : 30
  const { maxUnknownHops } = complete
  const isTooMany = typeof maxUnknownHops === 'number' && maxUnknownHops > maxHops
  if (
    maxUnknownHops === undefined ||
    (before !== null && isTooMany && sent['maxUnknownHops'] === undefined)
  ) {
    complete['maxUnknownHops'] = defaultUnknownHops(maxHops)
  }
  check['request'] = complete
}

function recordIn(check: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, unknown>> {
  const request = check?.['request']
  return isRecord(request) ? request : {}
}
