import { ApiError } from '../api/api-error.ts'
import { mistakeInWords } from '../schema-form/mistake-words.ts'

/** What the server said about one field; null when it had nothing against it. */
export function mistakeAt(error: unknown, path: string): string | null {
  if (!(error instanceof ApiError)) return null
  const violations = error.violations.filter((violation) => belongsTo(violation.path, path))
  return violations.length === 0 ? null : violations.map(({ message }) => mistakeInWords(message)).join('; ')
}

/** What the server said that no field of the form shows. */
export function mistakesBeside(error: unknown, fields: readonly string[]): string[] {
  if (!(error instanceof ApiError) || error.violations.length === 0) return []
  return error.violations
    .filter(({ path }) => !fields.some((field) => belongsTo(path, field)))
    .map(({ path, message }) => `${path} ${message}`)
}

/** Whether fields of the form show all that the server said. */
export function isToldByFields(error: unknown, fields: readonly string[]): boolean {
  return (
    error instanceof ApiError && error.violations.length > 0 && mistakesBeside(error, fields).length === 0
  )
}

function belongsTo(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`)
}
