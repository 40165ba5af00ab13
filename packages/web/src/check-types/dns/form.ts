import schema from 'sonde-schema:DNS'
import { runLayout } from '../../check-form/common-layout.ts'
import type { CheckForm } from '../check-form.ts'

export const form: CheckForm = {
  schema,
  layout: runLayout({
    target: ['request.query', 'request.recordType', 'request.nameServer', 'request.port', 'request.protocol'],
    fields: {
      'request.query': { label: 'Name to look up' },
      'request.recordType': { label: 'Record type' },
      'request.nameServer': { label: 'Name server' },
      'request.port': { label: 'Port of the name server' },
    },
  }),
}
