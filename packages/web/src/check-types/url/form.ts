import schema from 'sonde-schema:URL'
import { ipFamilyWords, skipSslWords } from '../../check-form/common-fields.ts'
import { runLayout } from '../../check-form/common-layout.ts'
import { webAddressAt } from '../../schema-form/complete-address.ts'
import { valueAt } from '../../schema-form/value-at.ts'
import type { CheckForm } from '../check-form.ts'
import { nameOfTarget } from '../proposed-name.ts'

export const form: CheckForm = {
  schema,
  proposeName: (value) => nameOfTarget(value, 'request.url'),
  layout: runLayout({
    passing: 'a status below 400 in time',
    what: ['request.url'],
    more: [
      {
        title: 'Request',
        fields: ['request.method', 'request.ipFamily', 'request.followRedirects', 'request.skipSSL'],
        foldLine: ({ form: { value } }) =>
          [
            String(valueAt(value, 'request.method') ?? 'GET'),
            valueAt(value, 'request.followRedirects') === false
              ? 'does not follow redirects'
              : 'follows redirects',
            valueAt(value, 'request.skipSSL') === true
              ? 'accepts any certificate'
              : 'verifies the certificate',
            String(valueAt(value, 'request.ipFamily') ?? 'IPv4'),
          ].join(', '),
      },
    ],
    fields: {
      'request.url': {
        label: 'Address',
        placeholder: 'https://www.example.com/health',
        isWide: true,
        complete: webAddressAt('request.url', 'request'),
      },
      'request.method': { label: 'Method' },
      'request.ipFamily': ipFamilyWords,
      'request.followRedirects': {
        label: 'Follow redirects',
        help: 'Up to 10 of them. Off: the first response counts.',
      },
      'request.skipSSL': skipSslWords,
    },
  }),
}
