import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { AlertType } from '@sonde/schema/alerts/alert.ts'
import type { NobodyCause } from '@sonde/schema/alerts/nobody-notified.ts'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import type { Generated } from 'kysely'
import type { BooleanColumn } from '../engine/boolean-column.ts'

export type AlertTables = {
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
    /** Why nobody was notified; null when somebody was, and of alerts that are older than the column. */
    nobody_cause: NobodyCause | null
    created_at: number
  }
}
