import schema from 'sonde-schema:TRACEROUTE'
import { ipFamilyWords } from '../../check-form/common-fields.ts'
import { runLayout } from '../../check-form/common-layout.ts'
import { hostAt } from '../../schema-form/complete-address.ts'
import { valueAt } from '../../schema-form/value-at.ts'
import type { CheckForm } from '../check-form.ts'
import { nameOfTarget } from '../proposed-name.ts'

export const form: CheckForm = {
  schema,
  proposeName: (value) => nameOfTarget(value, 'request.url'),
  layout: runLayout({
    passing: 'a target that is reached in time',
    what: ['request.url'],
    more: [
      {
        title: 'Trace',
        fields: [
          'request.protocol',
          'request.port',
          'request.ipFamily',
          'request.maxHops',
          'request.maxUnknownHops',
          'request.timeout',
          'request.ptrLookup',
        ],
        foldLine: ({ form: { value } }) => {
          const port = valueAt(value, 'request.port')
          const hops = valueAt(value, 'request.maxHops')
          return [
            `${String(valueAt(value, 'request.protocol') ?? 'TCP')}${typeof port === 'number' ? ` port ${port}` : ''}`,
            String(valueAt(value, 'request.ipFamily') ?? 'IPv4'),
            `up to ${typeof hops === 'number' ? hops : 30} hops`,
          ].join(', ')
        },
      },
    ],
    fields: {
      'request.url': {
        label: 'Host',
        placeholder: 'www.example.com',
        isWide: true,
        complete: hostAt('request.url', 'trace'),
      },
      'request.protocol': { label: 'Protocol', unsetWord: 'TCP' },
      'request.port': {
        label: 'Port',
        help: 'Empty: 443 for TCP, 33434 for UDP and SCTP.',
        isHidden: (value) => valueAt(value, 'request.protocol') === 'ICMP',
      },
      'request.ipFamily': ipFamilyWords,
      'request.maxHops': { label: 'Maximum hops', placeholder: '30' },
      'request.maxUnknownHops': {
        label: 'Maximum silent hops in a row',
        help: 'The trace ends after this many hops without a response.',
        placeholder: '15',
      },
      'request.timeout': { label: 'Timeout (s)', placeholder: '10' },
      'request.ptrLookup': { label: 'Look up host names of the hops', unsetWord: 'Yes' },
    },
  }),
}
