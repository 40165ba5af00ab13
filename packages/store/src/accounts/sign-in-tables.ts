import type { GrantableRole } from '@sonde/schema/accounts/role.ts'

export type SignInTables = {
  web_sessions: {
    id: string
    hash: string
    user_id: string
    created_at: number
    last_used_at: number
    expires_at: number
    address: string | null
    user_agent: string | null
  }
  invites: {
    id: string
    account_id: string
    email: string
    role: GrantableRole
    hash: string
    invited_by: string
    created_at: number
    updated_at: number | null
    expires_at: number
  }
}
