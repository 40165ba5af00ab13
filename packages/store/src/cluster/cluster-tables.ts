import type { Generated } from 'kysely'
import type { BooleanColumn } from '../engine/boolean-column.ts'

/** The servers that share a database. Times are those of its clock. */
export type ClusterTables = {
  servers: {
    id: string
    name: string
    roles: string
    version: string
    schema_level: number
    parcel_version: number
    /** Whether it shares the schedule with others, or one of them runs all checks. */
    uses_nats: BooleanColumn
    has_nats: BooleanColumn
    clock_offset_ms: number | null
    started_at: number
    seen_at: number
  }
  /** Who schedules the checks of a shard, until when. Whoever takes it raises the epoch. */
  shard_leases: { shard: number; epoch: number; owner: string | null; until_at: number }
  shard_progress: { shard: number; dispatched_until: number; clock_era: number }
  /** Parcels of runs that were written and perhaps not published yet. */
  dispatches: {
    id: string
    writer: string
    slot_at: number
    place: string
    line: string
    runs: string
    written_at: number
  }
  job_leases: { name: string; epoch: number; owner: string | null; until_at: number }
  /** Checks that were written or deleted, for all servers that share the schedule; null: private locations. */
  check_change_log: {
    no: Generated<number>
    check_id: string | null
    at: number
    starts_at_once: BooleanColumn
  }
  /** What was in the queue and could not be read, in base64. */
  unreadable_parcels: { id: string; subject: string; body: string; at: number }
}
