import type { AlertingSettings } from '@sonde/alerting/alerting-settings.ts'
import { channels } from '@sonde/alerting/channels/registry.ts'
import type { AlertChannel, ChannelSubscription } from '@sonde/schema/alerts/alert-channel.ts'
import { channelKinds } from '@sonde/schema/alerts/channels/channel-kinds.ts'
import { mayActAs, type Role } from '@sonde/schema/accounts/role.ts'
import { findAccount } from '@sonde/store/accounts/accounts.ts'
import type { AlertChannelRow } from '@sonde/store/alerts/alert-channels.ts'
import { type SubscriptionRow, subscriptionsOf } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import { settingsOf } from '../accounts/account-settings.ts'
import { shownBindings } from '../projects/shown-bindings.ts'
import { openConfig, switchesOf } from './channel-columns.ts'

/** Who sees a channel. People see it in the web interface, which needs no secrets. */
export type ChannelViewer = { role: Role; isKey: boolean }

type ViewDeps = { alerting: AlertingSettings; store: { sealer: Sealer } }

/** Channels as the API shows them, in four queries for any number of them. */
export async function channelAnswers(
  db: Db,
  rows: readonly AlertChannelRow[],
  { alerting, store: { sealer } }: ViewDeps,
  viewer: ChannelViewer,
): Promise<AlertChannel[]> {
  const subscriptions = await subscriptionsOf(db, { channelIds: rows.map(({ id }) => id) })
  const byChannel = Map.groupBy(subscriptions, ({ channelId }) => channelId)
  const bindings = await shownBindings(
    db,
    'alert-channel',
    rows.map(({ id }) => id),
  )
  const isClear = await seesSecrets(db, rows[0]?.accountId, viewer)
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    config: isClear ? openConfig(row, sealer) : row.shownConfig,
    subscriptions: (byChannel.get(row.id) ?? []).map(subscriptionAnswer),
    ...switchesOf(row),
    ...deliverability(row, alerting),
    created_at: new Date(row.createdAt).toISOString(),
    updated_at: row.updatedAt === null ? null : new Date(row.updatedAt).toISOString(),
    ...bindings(row.id),
  }))
}

/** Whether the operator has set what the type needs. Another server of the installation may have it. */
function deliverability(
  { type }: Pick<AlertChannelRow, 'type'>,
  alerting: AlertingSettings,
): Pick<AlertChannel, 'deliverable' | 'deliverableReason'> {
  const missing = channels[type].missingSettings(alerting)
  return missing === null
    ? { deliverable: true, deliverableReason: null }
    : {
        deliverable: false,
        deliverableReason: `this server cannot send alerts of the type ${channelKinds[type].name} until its operator sets ${missing}`,
      }
}

/** Programs that compare what they sent with what they get would change a masked channel again and again. */
async function seesSecrets(
  db: Db,
  accountId: string | undefined,
  { role, isKey }: ChannelViewer,
): Promise<boolean> {
  if (accountId === undefined || !isKey || !mayActAs(role, 'READ_WRITE')) return false
  const account = await findAccount(db, accountId)
  return account !== null && settingsOf(account).showChannelSecrets
}

export async function channelAnswer(
  db: Db,
  row: AlertChannelRow,
  deps: ViewDeps,
  viewer: ChannelViewer,
): Promise<AlertChannel> {
  const [answer] = await channelAnswers(db, [row], deps, viewer)
  if (answer === undefined) throw new Error('one channel gives one answer')
  return answer
}

export function subscriptionAnswer({
  id,
  checkId,
  groupId,
  activated,
}: SubscriptionRow): ChannelSubscription {
  return { id, checkId, groupId, activated }
}
