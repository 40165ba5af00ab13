import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Generated } from 'kysely'
import type { BooleanColumn } from '../engine/boolean-column.ts'
import type { StoredStatus } from '../results/stored-verdicts.ts'

/** Checks, and what is kept beside each. */
export type CheckTables = {
  checks: {
    id: string
    account_id: string
    check_type: CheckType
    name: string
    name_folded: string
    activated: BooleanColumn
    muted: BooleanColumn
    status: StoredStatus | null
    /** Null: not known, because it holds since before this was noted. */
    status_since: number | null
    /** Since when it has not passed, failing and degraded alike. Null: it passes, or nobody has noted it. */
    trouble_since: number | null
    /** What the check looks at, in the form that is searched; null: not filled in yet. */
    target_folded: string | null
    group_id: number | null
    frequency: number | null
    frequency_offset: number | null
    config: string
    sealed_config: string | null
    /** What the masks in `config` stand for; null when it has none, or was written before there was this column. */
    sealed_secrets: string | null
    created_at: number
    updated_at: number | null
  }
  check_tags: {
    check_id: string
    account_id: string
    tag: string
    check_created_at: number
  }
  check_private_locations: {
    check_id: string
    account_id: string
    private_location_id: string
  }
  check_triggers: {
    id: Generated<number>
    check_id: string
    account_id: string
    sealed_token: string
    token_hash: string
    created_at: number
    called_at: number | null
    updated_at: number | null
    /** JSON: a list of texts. */
    allowed_hosts: Generated<string>
  }
  check_states: {
    no: Generated<number>
    check_id: string
    account_id: string
    snapshot: Generated<number>
    last_origin: string | null
    /** As in `checks`, where it is only written when it changes. */
    status: StoredStatus | null
    verdicts: string | null
    completed_at: number | null
    longest_run: number | null
    shortest_run: number | null
    last_run_location: string | null
    last_check_run_id: number | null
    first_result_at: number | null
    last_result_at: number | null
    /** JSON: where alerting stands; null while all is well and nothing is owed. */
    alert: string | null
    next_reminder_at: number | null
    /** When the certificate of its target expires, as its runs saw it last. */
    ssl_not_after_at: number | null
    /** Grows with every change of the check or of its group. */
    rev: Generated<number>
    /** The host whose certificate the check depends on, as its configuration names it. */
    certificate_domain: string | null
  }
  check_snapshots: {
    check_no: number
    snapshot: number
    name: string
    config: string
    /** As in `checks`, with the text of there. */
    sealed_secrets: string | null
    created_at: number
  }
  removed_checks: { no: number }
  /** `check_id` is null when private locations changed. */
  check_changes: { id: string; check_id: string | null; starts_at_once: BooleanColumn }
}
