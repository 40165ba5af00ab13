import type { Generated } from 'kysely'

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
  /** A `StandInShare` by its number; null where it is not known. */
  stand_ins: number | null
  /** Of the metrics of the check type; null until the row is computed. */
  measures: Uint8Array | null
  /** Null while results of this time may still come, or came after it was computed. */
  computed_at: number | null
}

export type RollupTables = {
  hourly_rollups: Rollup & { hour: number }
  daily_rollups: Rollup & { day: number }
  /** The runs of a computed hour, as small as can be; as long as their results are kept. */
  hourly_runs: { check_no: number; hour: number; location: string; packed: Uint8Array }
}
