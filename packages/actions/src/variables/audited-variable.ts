import { Masked } from '../audit/changed-fields.ts'

/** For the audit log: the value lies sealed in the database, secret or not, and is not written beside it in clear. */
export function auditedVariable({
  value,
  ...fields
}: {
  key: string
  value: string
  locked: boolean
  secret: boolean
}) {
  return { ...fields, value: new Masked(value) }
}
