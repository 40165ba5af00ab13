import schema from 'sonde-schema:PLAYWRIGHT'
import { projectLayout } from '../../check-form/common-layout.ts'
import type { CheckForm } from '../check-form.ts'
import { ProjectField } from './project-field.tsx'

/** Shown with the bundle, and written by the command that uploads it. */
const ofCode = [
  'testCommand',
  'installCommand',
  'workingDir',
  'browsers',
  'playwrightVersion',
  'cacheHash',
  'engine',
  'engineVersion',
]

export const form: CheckForm = {
  schema,
  layout: projectLayout({
    code: 'codeBundlePath',
    fields: {
      codeBundlePath: { widget: ProjectField, label: 'Project', isWide: true },
      ...Object.fromEntries(ofCode.map((field) => [field, { isHidden: true }])),
    },
  }),
}
