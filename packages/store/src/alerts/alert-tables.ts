import type { AlertType, NotificationStatus } from '@sonde/schema/alerts/alert.ts'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { MaintenanceStatus } from '@sonde/schema/alerts/maintenance-window.ts'
import type { Generated } from 'kysely'
import type { BooleanColumn } from '../engine/boolean-column.ts'

/** Groups, channels, alerts, the outbox and maintenance. */
export type AlertTables = {
  check_groups: {
    id: Generated<number>
    account_id: string
    /** 1: its settings always win. 2: each of them may be left to the checks. */
    version: number
    name: string
    name_folded: string
    activated: BooleanColumn
    muted: BooleanColumn
    concurrency: number
    config: string
    sealed_config: string | null
    created_at: number
    updated_at: number | null
  }
  group_tags: { group_id: number; account_id: string; tag: string }
  group_private_locations: { group_id: number; account_id: string; private_location_id: string }
  group_triggers: {
    id: Generated<number>
    group_id: number
    account_id: string
    sealed_token: string
    token_hash: string
    created_at: number
    called_at: number | null
    updated_at: number | null
  }
  alert_channels: {
    id: Generated<number>
    account_id: string
    type: ChannelType
    sealed_config: string
    shown_config: string
    send_failure: BooleanColumn
    send_recovery: BooleanColumn
    send_degraded: BooleanColumn
    ssl_expiry: BooleanColumn
    ssl_expiry_threshold: number
    auto_subscribe: BooleanColumn
    /** Since when it takes nothing any more; the others were told. Null while it works. */
    trouble_since: number | null
    created_at: number
    updated_at: number | null
  }
  alert_subscriptions: {
    id: Generated<number>
    account_id: string
    channel_id: number
    check_id: string | null
    group_id: number | null
    activated: BooleanColumn
  }
  ssl_notices: { channel_id: number; domain: string; fingerprint: string; at: number }
  check_alerts: {
    id: string
    account_id: string
    check_id: string
    check_type: CheckType
    name: string
    alert_type: AlertType
    episode_id: string
    /** When the first run of the episode was due. */
    episode_since: number
    /** 0: the alert itself. */
    reminder_sequence: number
    run_location: string | null
    response_time: number | null
    error: string | null
    status_code: string | null
    result_id: string | null
    due_at: number
    started_at: number
    judged_at: number
    created_at: number
  }
  notifications: {
    no: Generated<number>
    id: string
    account_id: string
    /** Rows of one lane are sent one after the other, in the order of their numbers. */
    lane: string
    channel_id: number | null
    channel_type: ChannelType
    /** One address, one Slack channel; null where the channel itself is the target. */
    target: string | null
    shown_config: string
    check_id: string | null
    check_type: CheckType | null
    alert_id: string | null
    result_id: string | null
    event: string
    /** All of the event, where `event` is what lists show of it. Null when there is no secret in it, and when it has ended. */
    sealed_event: string | null
    /** Goes out whatever the budget of its channel. */
    is_exempt: BooleanColumn
    status: NotificationStatus
    /** Whether something is still to be done for it. */
    is_open: BooleanColumn
    tries: number
    /** After every other time while it is claimed or waits for another row. */
    next_try_at: number
    /** The worker slot of the delivery process that tries it now. */
    claimed_by: number | null
    digest_id: string | null
    /** The group whose variables it may use. */
    group_id: number | null
    result: string | null
    created_at: number
    first_try_at: number | null
    last_try_at: number | null
    ended_at: number | null
  }
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
