import type { TestSessionStatus } from '@sonde/schema/projects/test-session.ts'
import type { BooleanColumn } from '../engine/boolean-column.ts'

/** Sessions of runs that code asked for, and what is told to whoever watches them. */
export type TestSessionTables = {
  test_sessions: {
    id: string
    account_id: string
    /** Chosen by the client, which listens for it before the session exists. */
    suite_id: string
    name: string
    project_logical_id: string | null
    provider: string
    place: string
    location: string
    environment: string | null
    /** JSON. */
    metadata: string
    branch_name: string | null
    /** Folded: name, project, commit and branch. */
    search_text: string
    invoker: string | null
    is_recorded: BooleanColumn
    streams_logs: BooleanColumn
    status: TestSessionStatus
    runs: number
    /** Those that have not ended. */
    open_runs: number
    /** The number of the last message. */
    messages: number
    created_at: number
    ended_at: number | null
    /** When somebody was last connected who watches it. */
    heard_at: number
  }
  session_messages: {
    session_id: string
    number: number
    sequence_id: string
    check_run_id: string
    kind: string
    is_final: BooleanColumn
    /** JSON. */
    payload: string
    /** Whether a connection got it: those that are not final are told once. */
    is_handed: BooleanColumn
  }
}
