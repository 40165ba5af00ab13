import type { BooleanColumn } from '../engine/boolean-column.ts'
import type { MetricColumns } from './metric-columns.ts'

export type ResultTables = {
  results: MetricColumns & {
    check_no: number
    scheduled_at: number
    origin: string
    attempt: number
    is_final: BooleanColumn
    verdict: number
    over_max: BooleanColumn | null
    source: number
    snapshot: number
    /** Where the attempt ran; null when that is the origin of the run. */
    location: string | null
    started_at: number
    duration_ms: number
    created_at: number
    check_run_id: number
    response_time: number | null
    status_code: number | null
    detail: Uint8Array
    /** Why it did not pass; null of what passed, and of results from before this was kept. */
    reason: string | null
    /** Null when nobody ran it, and of results from before this was kept. */
    is_stand_in: BooleanColumn | null
  }
  /** Files that a run left behind, by the identity of its attempt. */
  result_assets: {
    check_no: number
    scheduled_at: number
    origin: string
    attempt: number
    name: string
    type: string
    content_type: string
    content: Uint8Array
    created_at: number
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
