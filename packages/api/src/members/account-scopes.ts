import { Uuid } from '@sonde/schema/validation/building-blocks.ts'
import type { Role } from '@sonde/schema/accounts/role.ts'
import type { TSchema } from 'typebox'
import type { Access } from '../http/access.ts'

/** Member routes exist for the account of the header (`me`) and for one that the path names. */
export function accountScopes(
  role: Role,
): readonly { path: string; params: Record<string, TSchema>; access: Access }[] {
  return [
    { path: '/v1/accounts/me', params: {}, access: { kind: 'account', role } },
    {
      path: '/v1/accounts/:accountId',
      params: { accountId: Uuid() },
      access: { kind: 'account-in-path', role, parameter: 'accountId', headerOptional: false },
    },
  ]
}
