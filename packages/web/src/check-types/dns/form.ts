import schema from 'sonde-schema:DNS'
import { runLayout } from '../../check-form/common-layout.ts'
import { hostAt } from '../../schema-form/complete-address.ts'
import { valueAt } from '../../schema-form/value-at.ts'
import type { CheckForm } from '../check-form.ts'
import { nameOfTarget } from '../proposed-name.ts'

export const form: CheckForm = {
  schema,
  proposeName: (value) => {
    const name = nameOfTarget(value, 'request.query')
    return name === '' ? '' : `${name} ${String(valueAt(value, 'request.recordType') ?? '')}`.trim()
  },
  start: { 'request.recordType': 'A' },
  layout: runLayout({
    passing: 'an answer without an error in time',
    what: ['request.query', 'request.recordType'],
    more: [
      {
        title: 'Name server',
        fields: ['request.nameServer', 'request.port', 'request.protocol'],
        foldLine: ({ form: { value } }) => {
          const server = valueAt(value, 'request.nameServer')
          const port = valueAt(value, 'request.port')
          const name = typeof server === 'string' && server !== '' ? server : 'The resolvers of the location'
          return `${name}, ${String(valueAt(value, 'request.protocol') ?? 'UDP')}${typeof port === 'number' ? `, port ${port}` : ''}`
        },
      },
    ],
    fields: {
      'request.query': {
        label: 'Name',
        placeholder: 'www.example.com',
        complete: hostAt('request.query', 'look up'),
      },
      'request.recordType': { label: 'Record type' },
      'request.nameServer': {
        label: 'Name server',
        help: 'The only server to ask. Empty: the resolvers of the location.',
        placeholder: '9.9.9.9',
        complete: hostAt('request.nameServer', 'ask', 'request.port'),
      },
      'request.port': { label: 'Port', placeholder: '53' },
      'request.protocol': { label: 'Protocol' },
    },
  }),
}
