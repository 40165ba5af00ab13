import { hostAt } from '../../schema-form/complete-address.ts'
import { bandOf } from '../chart-kind.ts'
import type { CheckTypeEntry } from '../check-type.ts'
import { hostAndPort } from '../host-and-port.ts'

export const tcpType: CheckTypeEntry = {
  name: 'TCP',
  sentence: 'Does a port accept connections, and does it say what it should?',
  noun: 'monitor',
  help: 'monitors/tcp',
  construct: { name: 'TcpMonitor' },
  first: {
    name: 'TCP port',
    asks: 'Host and port',
    example: 'db.example.com:5432',
    help: 'Host name or IP address, a colon and the port. It fails when nobody accepts the connection.',
    requestFor: hostAndPort,
    completionOf: (target) => hostAt('hostname', 'connect to', 'port')(target, {})?.words ?? null,
    fields: ['request.hostname', 'request.port'],
  },
  loadForm: () => import('./form.ts'),
  view: {
    kind: 'runs',
    detailField: 'tcpCheckResult',
    chart: {
      time: 'total',
      band: bandOf('total'),
      second: {
        kind: 'stack',
        title: 'Timing by phase',
        metrics: ['dns_avg', 'connection_avg', 'data_avg'],
      },
    },
    loadDetail: () => import('./result.tsx'),
  },
}
