import { Masked } from '../audit/changed-fields.ts'

/** For the audit log: the value lies sealed in the database, secret or not, and is not written beside it in clear. */
export function auditedVariable({
  value,
  ...shown
}: {
  key: string
  value: string
  locked: boolean
  secret: boolean
}) {
  return { ...shown, value: new Masked(value) }
}
