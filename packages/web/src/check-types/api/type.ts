import { bandOf } from '../chart-kind.ts'
import type { CheckTypeEntry } from '../check-type.ts'

export const apiType: CheckTypeEntry = {
  name: 'API',
  sentence: 'Does a request with any method, headers and body get the right response?',
  noun: 'monitor',
  help: 'monitors/api',
  construct: { name: 'ApiCheck' },
  first: null,
  loadForm: () => import('./form.ts'),
  view: {
    kind: 'runs',
    hasErrorGroups: true,
    detailField: 'apiCheckResult',
    chart: {
      time: 'responseTime',
      band: bandOf('responseTime'),
      second: {
        kind: 'stack',
        title: 'Timing by phase',
        metrics: ['wait_avg', 'dns_avg', 'tcp_avg', 'firstByte_avg', 'download_avg'],
      },
    },
    loadDetail: () => import('./result.tsx'),
  },
}
