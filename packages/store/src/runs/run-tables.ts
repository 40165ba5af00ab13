import type { TrialRunStatus } from '@sonde/schema/runs/trial-run.ts'
import type { CheckType, CheckTypeName } from '@sonde/schema/check-types/check-type.ts'
import type { RunSource } from '@sonde/schema/runs/run-source.ts'
import type { Generated } from 'kysely'
import type { StoredEnd } from '../results/stored-verdicts.ts'
import type { StoredSessionRunState } from './session-run-state.ts'

/** Runs that wait, and those that somebody asked for. */
export type RunTables = {
  pending_runs: {
    run_id: string
    check_no: number
    due_at: number
    run: string
    /** When it was given to the queue that servers share; null: not yet, or there is none. */
    published_at: number | null
  }
  left_out_slots: {
    check_no: number
    scheduled_at: number
    origin: string
    attempt: number
    hour: number
    count: number
  }
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
    state: StoredSessionRunState
    reason: string | null
    secrets_withheld_from: string | null
  }
  queue_samples: {
    private_location_id: string
    minute_at: number
    queued: number
    oldest_seconds: number
    dropped: number
    inflight: Generated<number>
  }
  /** Runs of checks that nobody has saved: they live for minutes only. */
  check_tries: {
    id: string
    account_id: string
    /** Of a test session, also one that nothing here can run: then it has ended when it is written. */
    check_type: CheckTypeName
    name: string
    group_id: number | null
    config: string
    sealed_config: string | null
    sealed_secrets: string | null
    place: string
    location: string
    status: TrialRunStatus
    waiting_for: string | null
    created_at: number
    started_at: number | null
    ended_at: number | null
    reason: string | null
    result: string | null
    /** One line of JSON for each line that was printed; null when it has ended. */
    log: Generated<string | null>
    log_lines: Generated<number>
    /** Of a test session; null: somebody tries one check. */
    session_id: Generated<string | null>
    /** What the code calls the check, or the id of the stored check. */
    check_key: Generated<string | null>
    /** Chosen by the client. */
    check_run_id: Generated<string | null>
    source_file: Generated<string | null>
    /** Among the runs of its session. */
    position: Generated<number | null>
    /** JSON: how it is retried; null: not at all. */
    retry: Generated<string | null>
    /** Of the next attempt, while it waits for its time. */
    due_at: Generated<number | null>
    /** JSON: what the attempts before this one found. */
    earlier: Generated<string | null>
    attempt: Generated<number>
    run_end: Generated<StoredEnd | null>
    /** Of the last attempt, in milliseconds. */
    response_time: Generated<number | null>
  }
}
