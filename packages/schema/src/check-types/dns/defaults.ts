import { isRecord } from '@sonde/ground/is-record.ts'
import type { CheckBefore } from '../check-kind.ts'

/** On an update that takes the server away, the port that was stored for it, and not sent anew, goes with it. */
export function fillDnsDefaults(check: Record<string, unknown>, before: CheckBefore | null): void {
  const { request } = check
  if (before === null || !isRecord(request)) return
  const { nameServer, port, ...rest } = request
  const sent = before.sent['request']
  const isPortSent = isRecord(sent) && sent['port'] !== undefined
  const hasServer = typeof nameServer === 'string' && nameServer !== ''
  if (hasServer || isPortSent || typeof port !== 'number') return
  check['request'] = nameServer === undefined ? rest : { ...rest, nameServer }
}
