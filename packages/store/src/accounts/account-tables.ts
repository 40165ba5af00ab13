import type { Role } from '@sonde/schema/accounts/role.ts'

export type KeyKind = 'user' | 'service'

export type AccountTables = {
  accounts: {
    id: string
    name: string
    runtime_id: string
    settings: string
    alert_settings: string
    created_at: number
    updated_at: number | null
  }
  users: {
    id: string
    name: string | null
    name_folded: string
    email: string
    password_hash: string | null
    created_at: number
    updated_at: number | null
  }
  memberships: {
    account_id: string
    user_id: string
    role: Role
    created_at: number
    updated_at: number | null
  }
  api_keys: {
    id: string
    kind: KeyKind
    user_id: string | null
    account_id: string | null
    role: Role | null
    name: string
    hash: string
    last_four: string
    created_at: number
    last_used_at: number | null
  }
}
