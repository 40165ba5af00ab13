import { isRecord } from '@sonde/ground/is-record.ts'
import type { FormValue } from '../schema-form/value-at.ts'

/** Names of the variables that a form of a check or a group has itself. */
export function variableNamesIn(value: FormValue): string[] {
  const variables: unknown = value['environmentVariables']
  if (!Array.isArray(variables)) return []
  return variables.flatMap((variable: unknown) =>
    isRecord(variable) && typeof variable['key'] === 'string' && variable['key'] !== ''
      ? [variable['key']]
      : [],
  )
}
