import type { Generated } from 'kysely'
import type { BooleanColumn } from '../engine/boolean-column.ts'

export type TraceTables = {
  trace_exports: {
    account_id: string
    enabled: BooleanColumn
    /** Whether API checks send the context of their trace. */
    send_trace_headers: BooleanColumn
    endpoint: string
    /** JSON of names and values. */
    sealed_headers: string
    last_exported_at: number | null
    last_error: string | null
    /** Tries in a row that came to nothing. */
    failures: Generated<number>
    next_try_at: Generated<number>
    /** Runs that were given up since the export was set up. */
    skipped: Generated<number>
    created_at: number
    updated_at: number | null
  }
  trace_outbox: {
    id: Generated<number>
    account_id: string
    check_no: number
    check_id: string
    scheduled_at: number
    origin: string
    session_id: string | null
    /** Why the run failed, for people. */
    error: string | null
  }
}
