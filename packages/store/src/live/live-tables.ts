import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { TryStatus } from '@sonde/schema/runs/trial-run.ts'
import type { Generated } from 'kysely'

/** What lives for minutes only: news for open pages, and runs of checks that nobody has saved. */
export type LiveTables = {
  live_changes: { no: Generated<number>; at: number; changes: string }
  check_tries: {
    id: string
    account_id: string
    check_type: CheckType
    name: string
    group_id: number | null
    config: string
    sealed_config: string | null
    place: string
    location: string
    status: TryStatus
    waiting_for: string | null
    created_at: number
    started_at: number | null
    ended_at: number | null
    reason: string | null
    result: string | null
  }
}
