import type { AccountMember } from '@sonde/schema/accounts/member.ts'
import type { MemberRow } from '@sonde/store/accounts/members.ts'

export function memberAnswer(accountId: string, row: MemberRow): AccountMember {
  return {
    type: 'member',
    accountId,
    userId: row.userId,
    name: row.name,
    email: row.email,
    role: row.role,
    status: 'ACTIVE',
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt ?? row.createdAt).toISOString(),
    isSupportMembership: false,
    ssoEnabled: row.hasIdentity,
    mfaEnabled: row.hasSecondFactor,
  }
}
