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
}
