import schema from 'sonde-schema:TCP'
import { ipFamilyWords } from '../../check-form/common-fields.ts'
import { runLayout } from '../../check-form/common-layout.ts'
import { hostAt } from '../../schema-form/complete-address.ts'
import { valueAt } from '../../schema-form/value-at.ts'
import type { CheckForm } from '../check-form.ts'
import { nameOfTarget } from '../proposed-name.ts'

export const form: CheckForm = {
  schema,
  proposeName: (value) => nameOfTarget(value, 'request.hostname', 'request.port'),
  layout: runLayout({
    passing: 'a connection in time',
    what: ['request.hostname', 'request.port'],
    more: [
      {
        title: 'Connection',
        fields: ['request.data', 'request.ipFamily'],
        foldLine: ({ form: { value } }) => {
          const data = valueAt(value, 'request.data')
          const sent = typeof data === 'string' && data !== '' ? 'Sends data' : 'Sends nothing'
          return `${sent}, ${String(valueAt(value, 'request.ipFamily') ?? 'IPv4')}`
        },
      },
    ],
    fields: {
      'request.hostname': {
        label: 'Host',
        placeholder: 'db.example.com',
        isRequired: true,
        complete: hostAt('request.hostname', 'connect to', 'request.port'),
      },
      'request.port': { label: 'Port', placeholder: '5432' },
      'request.ipFamily': ipFamilyWords,
      'request.data': {
        label: 'Data to send',
        help: 'Sent as it is, once connected.',
        placeholder: 'PING',
      },
    },
  }),
}
