import type { AccountInvite } from '@sonde/schema/accounts/invite.ts'
import type { InviteRow } from '@sonde/store/accounts/invites.ts'

export function inviteAnswer(row: InviteRow): AccountInvite {
  return {
    type: 'invite',
    id: row.id,
    accountId: row.accountId,
    email: row.email,
    role: row.role,
    status: row.isLive ? 'PENDING' : 'EXPIRED',
    inviterEmail: row.inviterEmail,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt ?? row.createdAt).toISOString(),
    expiresAt: new Date(row.expiresAt).toISOString(),
  }
}
