import type { GrantableRole } from '@sonde/schema/accounts/role.ts'
import type { Generated } from 'kysely'

/** By what a session was begun: a password, or an identity provider. */
export type SessionVia = 'PASSWORD' | 'PROVIDER'

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
    via: SessionVia
    ends_at: number | null
  }
  user_identities: {
    id: string
    user_id: string
    issuer: string
    subject: string
    email: string | null
    created_at: number
    last_used_at: number
  }
  second_factors: {
    user_id: string
    sealed_secret: string | null
    enabled_at: number | null
    last_step: Generated<number>
    sealed_pending: string | null
    pending_at: number | null
  }
  recovery_codes: {
    user_id: string
    hash: string
    created_at: number
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
