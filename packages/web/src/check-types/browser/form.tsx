import schema from 'sonde-schema:BROWSER'
import { scriptLayout } from '../../check-form/common-layout.ts'
import type { FormValue } from '../../schema-form/value-at.ts'
import type { CheckForm } from '../check-form.ts'
import { firstAddress } from '../playwright/first-address.ts'
import { StartingScript } from '../playwright/starting-script.tsx'
import { testScriptFields } from '../playwright/test-script-words.ts'
import { proposedName } from '../proposed-name.ts'
import { exampleAddress, startingScript } from './starting-script.ts'

export const form: CheckForm = {
  schema,
  Import: (props) => <StartingScript {...props} write={startingScript} example={exampleAddress} />,
  proposeName: ({ script }: FormValue) =>
    proposedName(typeof script === 'string' ? firstAddress(script) : ''),
  start: { script: startingScript(exampleAddress) },
  layout: scriptLayout({
    script: ['script'],
    fields: {
      ...testScriptFields,
      // Made by runs, accepted on the page of a result.
      snapshots: { isHidden: true },
      sslCheckDomain: {
        label: 'Host',
        help: 'Such as shop.example.com, or shop.example.com:8443. Alerts tell you before the certificate expires that your URL and API checks see there.',
      },
    },
    more: [
      {
        title: 'Certificate',
        isFolded: true,
        fields: ['sslCheckDomain'],
        foldLine: ({ form: { value } }) => {
          const { sslCheckDomain: host } = value
          return typeof host === 'string' && host !== '' ? host : 'Not watched'
        },
      },
    ],
  }),
}
