import type { MaintenanceStatus } from '@sonde/schema/alerts/maintenance-window.ts'
import type { Generated } from 'kysely'
import type { BooleanColumn } from '../engine/boolean-column.ts'

export type MaintenanceTables = {
  maintenance_windows: {
    id: Generated<number>
    account_id: string
    name: string
    starts_at: number
    ends_at: number
    config: string
    created_at: number
    updated_at: number | null
  }
  maintenances: {
    id: string
    window_id: number
    account_id: string
    /** Where the repeats of the window put it; stays when it is moved, so that it is not made again. */
    planned_at: number
    status: MaintenanceStatus
    starts_at: number
    ends_at: number
    began_at: number | null
    ended_at: number | null
    /** Given dates of its own, which changes of the window leave alone. */
    is_moved: BooleanColumn
    /** Kept, so that the occurrence is not made again. */
    is_deleted: BooleanColumn
    /** JSON: the reminders that went out already, in minutes before. */
    reminded: string | null
    created_at: number
    updated_at: number | null
  }
  maintenance_updates: {
    id: string
    maintenance_id: string
    account_id: string
    status: MaintenanceStatus
    description: string
    notify_subscribers: BooleanColumn
    previous_status: MaintenanceStatus | null
    previous_starts_at: number | null
    previous_ends_at: number | null
    date_adjustments: string | null
    created_at: number
    updated_at: number | null
  }
}
