import type { FormValue } from '../schema-form/value-at.ts'

/**
 * What a form holds, as the body of a request. The guarantee behind this cast: a form is made from the schema of the
 * operation that takes its value. Whether what was typed is right, the server says.
 */
export function formBody<Sent>(value: FormValue): Sent {
  return value as Sent
}
