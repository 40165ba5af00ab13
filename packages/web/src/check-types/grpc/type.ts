import { bandOf } from '../chart-kind.ts'
import type { CheckTypeEntry } from '../check-type.ts'

export const grpcType: CheckTypeEntry = {
  name: 'gRPC',
  sentence: 'Does a gRPC method or health service answer as it should?',
  noun: 'monitor',
  help: 'monitors/grpc',
  construct: { name: 'GrpcMonitor' },
  first: null,
  loadForm: () => import('./form.ts'),
  view: {
    kind: 'runs',
    detailField: 'grpcCheckResult',
    chart: {
      time: 'total',
      band: bandOf('total'),
      second: { kind: 'stack', title: 'Timing by phase', metrics: ['dns_avg', 'connect_avg'] },
    },
    loadDetail: () => import('./result.tsx'),
  },
}
