import type { CheckStatus } from '@sonde/schema/check-query.ts'
import type { CheckType } from '@sonde/schema/check-type.ts'
import type { Role } from '@sonde/schema/role.ts'
import type { ColumnType, Kysely } from 'kysely'

/** SQLite answers 1 and 0 where PostgreSQL answers true and false. */
type BooleanColumn = ColumnType<boolean | number, boolean, boolean>

export type KeyKind = 'user' | 'service'

/** Every column as the database has it. Times are milliseconds since the epoch, ids lower-case UUIDs. */
export type Database = {
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
  checks: {
    id: string
    account_id: string
    check_type: CheckType
    name: string
    name_folded: string
    activated: BooleanColumn
    muted: BooleanColumn
    status: CheckStatus | null
    group_id: number | null
    frequency: number | null
    frequency_offset: number | null
    config: string
    sealed_config: string | null
    created_at: number
    updated_at: number | null
  }
  check_tags: {
    check_id: string
    account_id: string
    tag: string
    check_created_at: number
  }
  installation: {
    key: string
    value: string
  }
  setup_tokens: {
    hash: string
    account_id: string
    user_id: string
    expires_at: number
    used_at: number | null
    created_at: number
  }
}

export type Db = Kysely<Database>
