import schema from 'sonde-schema:URL'
import { ipFamilyWords, runLayout } from '../../check-form/common-layout.ts'
import type { CheckForm } from '../check-form.ts'

export const form: CheckForm = {
  schema,
  layout: runLayout({
    target: [
      'request.url',
      'request.method',
      'request.ipFamily',
      'request.followRedirects',
      'request.skipSSL',
    ],
    fields: {
      'request.url': { label: 'Address', isWide: true },
      'request.method': { label: 'Method' },
      'request.ipFamily': ipFamilyWords,
      'request.followRedirects': { label: 'Follow redirects' },
      'request.skipSSL': { label: 'Take any certificate' },
    },
  }),
}
