import { completeWebAddress, webAddressAt } from '../../schema-form/complete-address.ts'
import { bandOf } from '../chart-kind.ts'
import type { CheckTypeEntry } from '../check-type.ts'

export const urlType: CheckTypeEntry = {
  name: 'URL',
  sentence: 'Does a web page or an API answer, with the right status and in time?',
  noun: 'monitor',
  help: 'monitors/url',
  construct: { name: 'UrlMonitor' },
  first: {
    name: 'Web address',
    asks: 'Address',
    example: 'https://www.example.com/health',
    help: 'A web address. Fails on an error status, a timeout or no response.',
    requestFor: (target) => ({ url: completeWebAddress(target) ?? target }),
    completionOf: (target) => webAddressAt('url', 'request')(target, {})?.words ?? null,
    fields: ['request.url'],
  },
  loadForm: () => import('./form.ts'),
  view: {
    kind: 'runs',
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
