import type { ShownVariable } from '@sonde/schema/variables/shown-variable.ts'
import type { EnvironmentVariable } from '@sonde/schema/variables/environment-variable.ts'
import { mayActAs, type Role } from '@sonde/schema/accounts/role.ts'

/** The variables of a group or a check as the API shows them: values that are secret to nobody, locked ones to writers. */
export function shownVariables(
  variables: readonly EnvironmentVariable[] | null | undefined,
  role: Role,
): ShownVariable[] | null {
  if (!variables) return null
  const seesLocked = mayActAs(role, 'READ_WRITE')
  return variables.map(({ key, value, locked = false, secret = false }) => ({
    key,
    value: secret || (locked && !seesLocked) ? null : value,
    locked,
    secret,
  }))
}
