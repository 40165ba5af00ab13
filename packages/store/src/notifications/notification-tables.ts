import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { NotificationStatus } from '@sonde/schema/alerts/alert.ts'
import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import type { Generated } from 'kysely'
import type { BooleanColumn } from '../engine/boolean-column.ts'

/** The outbox, which is the delivery log too. */
export type NotificationTables = {
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
}
