import schema from 'sonde-schema:TCP'
import { ipFamilyWords, runLayout } from '../../check-form/common-layout.ts'
import type { CheckForm } from '../check-form.ts'

export const form: CheckForm = {
  schema,
  layout: runLayout({
    target: ['request.hostname', 'request.port', 'request.ipFamily', 'request.data'],
    fields: {
      'request.hostname': {
        label: 'Host',
        help: 'Name or IP address, without scheme or port.',
        isRequired: true,
      },
      'request.ipFamily': ipFamilyWords,
      'request.data': { label: 'Data to send' },
    },
  }),
}
