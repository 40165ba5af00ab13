import type { FieldLayout } from '../../schema-form/form-layout.ts'
import { TestScriptField } from '../../check-form/script-field.tsx'

/** The fields of a check whose script is a file of tests. */
export const testScriptFields: Readonly<Record<string, FieldLayout>> = {
  script: {
    widget: TestScriptField,
    label: 'Script',
    help: 'A file of Playwright tests, in JavaScript or TypeScript. A test that fails fails the check.',
    isWide: true,
    isRequired: true,
  },
  // Written by monitoring as code; what is stored of them stays.
  scriptPath: { isHidden: true },
  dependencies: { isHidden: true },
  playwrightConfig: { isHidden: true },
  // Tests say themselves what is to fail.
  shouldFail: { isHidden: true },
}
