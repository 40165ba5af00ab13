import { hostAt } from '../../schema-form/complete-address.ts'
import { bandOf } from '../chart-kind.ts'
import type { CheckTypeEntry } from '../check-type.ts'
import { hostAndPort } from '../host-and-port.ts'
import { sslConstruct } from './construct.ts'
import { expiryLimits } from './limits.ts'

export const sslType: CheckTypeEntry = {
  name: 'SSL',
  sentence: 'Is the certificate valid, trusted, strong enough and not about to expire?',
  noun: 'monitor',
  help: 'monitors/ssl',
  construct: sslConstruct,
  first: {
    name: 'TLS certificate',
    asks: 'Host',
    example: 'www.example.com',
    help: 'A host name, with a colon and the port unless it is 443. It fails when the certificate is wrong or expires soon.',
    requestFor: (target) => ({ sslConfig: hostAndPort(target) }),
    completionOf: (target) => hostAt('hostname', 'check', 'port')(target, {})?.words ?? null,
    fields: ['request.sslConfig.hostname', 'request.sslConfig.port'],
  },
  loadForm: () => import('./form.ts'),
  view: {
    kind: 'runs',
    detailField: 'sslCheckResult',
    chart: {
      time: 'handshakeTimeMs',
      band: bandOf('handshakeTimeMs'),
      second: {
        kind: 'lines',
        title: 'Days until the certificate expires',
        metrics: ['daysUntilExpiry_min'],
        limitsOf: expiryLimits,
      },
    },
    loadDetail: () => import('./result.tsx'),
  },
}
