import schema from 'sonde-schema:MULTI_STEP'
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
  layout: scriptLayout({ script: ['script'], fields: testScriptFields }),
}
