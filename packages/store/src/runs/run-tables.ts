import type { CheckStatus } from '@sonde/schema/checks/check-query.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { RunSource } from '@sonde/schema/runs/run-source.ts'
import type { Generated } from 'kysely'
import type { BooleanColumn } from '../engine/boolean-column.ts'
import type { MetricColumns } from '../results/metric-columns.ts'
import type { SessionRunState } from './session-run-state.ts'

type Rollup = {
  check_no: number
  location: string
  due: Generated<number>
  /** Of those due in this time and begun here, how many gave a verdict, whenever and wherever that was. */
  covered: Generated<number>
  runs: Generated<number>
  failed: Generated<number>
  degraded: Generated<number>
  errors: Generated<number>
  retries: Generated<number>
  /** Of the metrics of the check type; null until the row is computed. */
  measures: Uint8Array | null
  /** Null while results of this time may still come, or came after it was computed. */
  computed_at: number | null
}

/** The tables that runs fill. */
export type RunTables = {
  check_states: {
    no: Generated<number>
    check_id: string
    account_id: string
    snapshot: Generated<number>
    last_origin: string | null
    /** As in `checks`, where it is only written when it changes. */
    status: CheckStatus | null
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
  removed_checks: { no: number }
  check_snapshots: {
    check_no: number
    snapshot: number
    name: string
    config: string
    created_at: number
  }
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
  }
  pending_runs: { run_id: string; check_no: number; due_at: number; run: string }
  hourly_rollups: Rollup & { hour: number }
  daily_rollups: Rollup & { day: number }
  /** The runs of a computed hour, as small as can be; as long as their results are kept. */
  hourly_runs: { check_no: number; hour: number; location: string; packed: Uint8Array }
  check_sessions: {
    id: string
    account_id: string
    check_no: number
    check_id: string
    check_type: CheckType
    name: string
    source: RunSource
    created_at: number
    ended_at: number | null
  }
  session_runs: {
    run_id: string
    session_id: string
    origin: string
    scheduled_at: number
    state: SessionRunState
    reason: string | null
  }
  location_events: {
    id: string
    account_id: string | null
    private_location_id: string | null
    location: string
    kind: string
    detail: string
    at: number
    delivered_at: number | null
  }
  /** `check_id` is null when private locations changed. */
  check_changes: { id: string; check_id: string | null }
  counters: { name: string; value: number }
}
