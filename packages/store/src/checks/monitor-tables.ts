import type { BooleanColumn } from '../engine/boolean-column.ts'

/** What monitors other than pings need beside their checks and results. */
export type MonitorTables = {
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
  heartbeats: {
    check_id: string
    account_id: string
    ping_token: string
    last_ping_at: number | null
    /** When the next ping should come; null before the first one. */
    expected_at: number | null
    /** When its silence becomes a failure. */
    deadline_at: number | null
  }
  heartbeat_events: {
    id: string
    check_id: string
    state: string
    at: number
    source: string | null
    user_agent: string | null
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
}
