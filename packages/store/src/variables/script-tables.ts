import type { Generated } from 'kysely'
import type { BooleanColumn } from '../engine/boolean-column.ts'

/** What scripted checks need beside their results, and what comes of their failures. */
export type ScriptTables = {
  snippets: {
    id: Generated<number>
    account_id: string
    name: string
    script: string
    created_at: number
    updated_at: number | null
  }
  error_groups: {
    id: string
    account_id: string
    check_id: string
    error_hash: string
    /** As the first failure said it. */
    raw_message: string
    cleaned_message: string
    first_seen_at: number
    last_seen_at: number
    archived_until_next_event: BooleanColumn
    archived_for_ever: BooleanColumn
  }
  /** Which attempts belong to which groups, by the identity of the attempt. */
  result_error_groups: {
    check_no: number
    scheduled_at: number
    origin: string
    attempt: number
    error_group_id: string
  }
}
