import type { HeartbeatState } from '@sonde/schema/check-types/heartbeat/heartbeat-state.ts'

export type HeartbeatTables = {
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
    state: HeartbeatState
    at: number
    source: string | null
    user_agent: string | null
    /** Of a failure, why; null of pings, and of events from before this was kept. */
    reason: string | null
  }
}
