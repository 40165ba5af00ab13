import { isRecord } from '@sonde/ground/is-record.ts'
import type { Limit } from '../chart-kind.ts'

/** With so many days left, or fewer, the certificate is about to expire. */
export function expiryLimits(check: object): Limit[] {
  const request = 'request' in check && isRecord(check.request) ? check.request : {}
  const config = isRecord(request['sslConfig']) ? request['sslConfig'] : {}
  const days = config['alertDaysBeforeExpiry']
  return typeof days === 'number'
    ? [
        {
          value: days,
          verdict: 'degraded',
          label: `Degraded with ${days} ${days === 1 ? 'day' : 'days'} left`,
        },
      ]
    : []
}
