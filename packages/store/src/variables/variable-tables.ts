import type { Generated } from 'kysely'
import type { BooleanColumn } from '../engine/boolean-column.ts'

/** What is filled into checks when they run. */
export type VariableTables = {
  variables: {
    account_id: string
    key: string
    value_sealed: string
    locked: BooleanColumn
    secret: BooleanColumn
    created_at: number
    updated_at: number | null
  }
  client_certificates: {
    id: string
    account_id: string
    host: string
    cert: string
    ca: string | null
    /** JSON of the private key and its passphrase. */
    key_sealed: string
    created_at: number
  }
  snippets: {
    id: Generated<number>
    account_id: string
    name: string
    script: string
    created_at: number
    updated_at: number | null
  }
  code_files: {
    account_id: string
    owner_kind: 'check' | 'group' | 'snippet' | 'trial'
    owner_id: string
    sha256: string
    bytes: number
    content: string
    /** Since when its owner has other code; null while it has this. */
    ended_at: number | null
  }
}
