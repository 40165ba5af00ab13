import { hostAt, hostIn } from '../../schema-form/complete-address.ts'
import { bandOf } from '../chart-kind.ts'
import type { CheckTypeEntry } from '../check-type.ts'

export const dnsType: CheckTypeEntry = {
  name: 'DNS',
  sentence: 'Does a name resolve to the right records?',
  noun: 'monitor',
  help: 'monitors/dns',
  construct: { name: 'DnsMonitor' },
  first: {
    name: 'DNS name',
    asks: 'Name',
    example: 'www.example.com',
    help: 'The name to look up. Fails when it has no IPv4 address.',
    requestFor: (target) => ({ query: hostIn(target)?.host ?? target, recordType: 'A' }),
    completionOf: (target) => hostAt('query', 'look up')(target, {})?.words ?? null,
    fields: ['request.query'],
  },
  loadForm: () => import('./form.ts'),
  view: {
    kind: 'runs',
    detailField: 'dnsCheckResult',
    chart: { time: 'total', band: bandOf('total'), second: null },
    loadDetail: () => import('./result.tsx'),
  },
}
