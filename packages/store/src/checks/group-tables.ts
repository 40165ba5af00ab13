import type { Generated } from 'kysely'
import type { BooleanColumn } from '../engine/boolean-column.ts'

export type GroupTables = {
  check_groups: {
    id: Generated<number>
    account_id: string
    /** 1: its settings always win. 2: each of them may be left to the checks. */
    version: number
    name: string
    name_folded: string
    activated: BooleanColumn
    muted: BooleanColumn
    concurrency: number
    config: string
    sealed_config: string | null
    created_at: number
    updated_at: number | null
  }
  group_tags: { group_id: number; account_id: string; tag: string }
  group_private_locations: { group_id: number; account_id: string; private_location_id: string }
  group_triggers: {
    id: Generated<number>
    group_id: number
    account_id: string
    sealed_token: string
    token_hash: string
    created_at: number
    called_at: number | null
    updated_at: number | null
  }
}
