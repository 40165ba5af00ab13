import type { Role } from '@sonde/schema/accounts/role.ts'
import type { ReactNode } from 'react'
import { useMay } from '../api/account-context.ts'
import { Empty } from '../parts/states.tsx'
import { roleName } from '../api/role-words.ts'

/** What the role of the person does not open is not asked for: the screen says who can help instead. */
export function OnlyFor({ role, what, children }: { role: Role; what: string; children: ReactNode }) {
  if (useMay(role)) return children
  return (
    <Empty title={`${what}: only for ${roleName(role).toLowerCase()}s`}>
      <p>Ask an administrator of the account for access or for another role.</p>
    </Empty>
  )
}
