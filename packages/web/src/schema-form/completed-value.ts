import type { FormLayout } from './form-layout.ts'
import { valueAt, withValueAt, type FormValue } from './value-at.ts'

/** The value with its addresses as the form says that they will be used. */
export function completedValue({ fields = {} }: FormLayout, value: FormValue): FormValue {
  let result = value
  for (const [path, { complete }] of Object.entries(fields)) {
    const text = valueAt(value, path)
    const completion = typeof text === 'string' ? (complete?.(text, value) ?? null) : null
    for (const [place, own] of Object.entries(completion?.changes ?? {})) {
      result = withValueAt(result, place, own)
    }
  }
  return result
}
