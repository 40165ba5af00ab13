import { bandOf } from '../chart-kind.ts'
import type { CheckTypeEntry } from '../check-type.ts'

export const dnsType: CheckTypeEntry = {
  name: 'DNS',
  sentence: 'Does a name resolve to the right records?',
  noun: 'monitor',
  construct: { name: 'DnsMonitor' },
  first: {
    name: 'DNS name',
    asks: 'Name',
    example: 'www.example.com',
    help: 'A name whose IPv4 address is looked up. It fails when there is no answer.',
    requestFor: (target) => ({ query: target, recordType: 'A' }),
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
